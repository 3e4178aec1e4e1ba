/** Both prices as they would be, once both are there. */
import { formatMoney, formatRateLine } from '../../lib/format';
import { type CurrencyForm, previewOf } from './rules/currency';
import { currency as words } from './strings';

export function CurrencyPreview({ form }: { form: CurrencyForm }) {
  const preview = previewOf(form);
  return (
    <div role="status">
      {preview && (
        <p className="alert" data-status="info">
          <span>
            <b>{words.preview}:</b> {formatMoney(preview.usd, 'USD')} = {formatMoney(preview.lrd, 'LRD')}
            <small className="line">{formatRateLine(preview.rate)}</small>
          </span>
        </p>
      )}
    </div>
  );
}
