/** Raise by Percent: fills the prices of the list as a preview; saving is another step. */
import { type FormEvent, useState } from 'react';
import type { Product } from '../../../api/types';
import { formatMoney } from '../../../lib/format';
import { parseMoney } from '../../../lib/money/money';
import { Dialog } from '../../../ui/dialog/Dialog';
import { NumberField } from '../../../ui/form/NumberField';
import { nowText } from './priceList';
import { PERCENT_MAX, PERCENT_MIN, parsePercent, previewOf } from './raise';
import { raise as words } from './strings';

interface RaiseDialogProps {
  /** The products that the list shows. */
  products: readonly Product[];
  /** In hundredths of a percent. */
  onRaise: (percent: number) => void;
  onClose: () => void;
}

export function RaiseDialog({ products, onRaise, onClose }: RaiseDialogProps) {
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const percent = parsePercent(text);
  const preview = percent === null ? null : previewOf(products, percent);
  const wrong = percent === null && (tried || text.trim() !== '');

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (percent === null) return;
    onRaise(percent);
    onClose();
  }

  return (
    <Dialog title={words.title} onClose={onClose}>
      <form className="stack" noValidate onSubmit={onSubmit}>
        <p>{words.lead}</p>
        <NumberField
          label={words.percent}
          name="percent"
          min={PERCENT_MIN}
          max={PERCENT_MAX}
          // The numeric keyboard of some phones has no minus.
          inputMode={undefined}
          value={text}
          hint={words.percentHint}
          error={wrong ? words.wrong(PERCENT_MIN, PERCENT_MAX) : null}
          onValue={setText}
        />
        <p role="status">
          {preview?.example && exampleText(preview.example)}
          {preview !== null && preview.same > 0 && ` · ${words.same(preview.same)}`}
        </p>
        <footer className="pair">
          <button type="button" className="secondary" onClick={onClose}>
            {words.cancel}
          </button>
          <button type="submit">{words.fill(preview?.count ?? 0)}</button>
        </footer>
      </form>
    </Dialog>
  );
}

function exampleText({ product, name, text }: NonNullable<ReturnType<typeof previewOf>['example']>): string {
  const after = formatMoney(parseMoney(text) ?? 0, name === 'priceUSD' ? 'USD' : 'LRD');
  return words.example(product.name, nowText(product, name), after);
}
