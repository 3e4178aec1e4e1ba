/** Previews both prices in Currency Settings, once both are entered. */
import { formatMoney, formatRateLine } from '../../lib/format';
import { type CurrencyForm, previewOf } from './rules/currency';
import { currency as words } from './strings';

export function CurrencyPreview({ form }: { form: CurrencyForm }) {
  const preview = previewOf(form);
  if (!preview) return null;
  return (
    <p className="alert" role="status" data-status="info">
      <span>
        <b>{words.preview}:</b> {formatMoney(preview.usd, 'USD')} = {formatMoney(preview.lrd, 'LRD')}
        <br />
        <small>{formatRateLine(preview.rate)}</small>
      </span>
    </p>
  );
}
