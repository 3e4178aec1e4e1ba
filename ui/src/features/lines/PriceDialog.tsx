/** Change Price dialog: a manager sells at another price than the list price, with a reason. */
import { type FormEvent, useState } from 'react';
import { useFormDraft } from '../../api/forms/useFormDraft';
import { formatMoney } from '../../lib/format';
import { type Currency, type Dual, inBoth, inOne, parseMoney, toDecimal } from '../../lib/money/money';
import { Dialog } from '../../ui/dialog/Dialog';
import { TextField } from '../../ui/form/Field';
import { KeptInput } from '../../ui/form/KeptInput';
import { NumberField } from '../../ui/form/NumberField';
import { Money } from '../../ui/money/Money';
import { listPriceOf, type NewPrice, type Priced } from './lines';
import { price as words } from './strings';

interface PriceDialogProps {
  line: Priced;
  rate: number;
  /** Null restores the list price. */
  onPrice: (price: NewPrice | null) => void;
  onClose: () => void;
}

export default function PriceDialog({ line, rate, onPrice, onClose }: PriceDialogProps) {
  const { name, currency, price, discount } = line;
  const list = listPriceOf(line);
  const draft = useFormDraft(`price:${name}`, {
    typed: discount ? toDecimal(inOne(price, currency)) : '',
    reason: discount?.reason ?? '',
  });
  const { typed, reason } = draft.values;
  const [checked, setChecked] = useState(false);
  const own = parseMoney(typed);
  const problems = problemsOf(own, reason, inOne(list, currency));

  function leave() {
    draft.discard();
    onClose();
  }

  function finish(next: NewPrice | null) {
    onPrice(next);
    leave();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (own !== null && !problems.price && !problems.reason) finish({ own, reason: reason.trim() });
  }

  return (
    <Dialog title={words.title} note={name} onClose={onClose}>
      <form className="stack" noValidate onSubmit={submit}>
        <KeptInput {...draft} />
        <div className="split">
          <span>{words.list}</span>
          <Money {...list} leads={currency} className="inline" />
        </div>
        <NumberField
          label={words.each(currency === 'USD' ? '$' : 'L$')}
          step="0.01"
          value={typed}
          error={checked ? problems.price : null}
          hint={own === null ? undefined : inOther(own, currency, rate)}
          onValue={(text) => draft.type({ typed: text })}
        />
        <TextField
          label={words.reason}
          value={reason}
          autoComplete="off"
          error={checked ? problems.reason : null}
          onValue={(text) => draft.type({ reason: text })}
        />
        <button
          type="button"
          className="soft"
          onClick={() =>
            discount ? finish(null) : finish({ own: 0, reason: reason.trim() || words.onTheHouse })
          }
        >
          {discount ? words.back : words.onTheHouse}
        </button>
        <footer className="pair">
          <button type="button" className="secondary" onClick={leave}>
            {words.cancel}
          </button>
          <button type="submit">{words.submit}</button>
        </footer>
      </form>
    </Dialog>
  );
}

function problemsOf(own: number | null, reason: string, list: number) {
  const price = own === null ? words.priceRequired : own === list ? words.isList : null;
  return { price, reason: reason.trim() === '' ? words.reasonRequired : null };
}

/** The price in the other currency, as the server will compute it. */
function inOther(own: number, currency: Currency, rate: number): string {
  const other: Currency = currency === 'USD' ? 'LRD' : 'USD';
  const both: Dual = inBoth(own, currency, rate);
  return formatMoney(inOne(both, other), other);
}
