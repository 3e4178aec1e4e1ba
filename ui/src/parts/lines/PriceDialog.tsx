/** Change Price dialog: a manager sells at another price than the list price, with a reason. */
import { type FormEvent, useState } from 'react';
import { useFormDraft } from '../../api/forms/useFormDraft';
import { formatMoney } from '../../lib/format';
import { type Currency, type Dual, inBoth, inOne, parseMoney, toDecimal } from '../../lib/money/money';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { NumberField } from '../../ui/form/NumberField';
import { Money } from '../../ui/money/Money';
import { ReasonPicker } from '../reasons/ReasonPicker';
import { chosenOf, problemOf, sentOf } from '../reasons/reasons';
import { useReasons } from '../reasons/useReasons';
import { listPriceOf, type NewPrice, type Priced } from './lines';
import { price as words } from './priceStrings';

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
    reasonId: String(discount?.reasonId ?? ''),
  });
  const { typed, ...chosen } = draft.values;
  const reasons = useReasons('discount');
  const [checked, setChecked] = useState(false);
  const own = parseMoney(typed);
  const priceProblem = problemOfPrice(own, inOne(list, currency));
  const reasonProblem = problemOf(chosen, reasons);
  /** The reason as the line keeps it: in words, and with the id of the list. */
  const why = () => {
    const { reasonId, reason = '' } = sentOf(chosen, reasons);
    return { reason: reason || (chosenOf(chosen, reasons)?.name ?? ''), reasonId };
  };

  function leave() {
    draft.discard();
    onClose();
  }

  function finish(next: NewPrice | null) {
    onPrice(next);
    leave();
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (own !== null && !priceProblem && !reasonProblem) finish({ own, ...why() });
  }

  /** Without a reason of the list, 'On the house' is one where words of one's own are allowed. */
  function giveAway() {
    setChecked(true);
    if (!reasonProblem) finish({ own: 0, ...why() });
    else if (reasons.freeText && chosen.reasonId === '') finish({ own: 0, reason: words.onTheHouse });
  }

  return (
    <FormDialog
      form={{ onSubmit, draft, leave, onClose }}
      title={words.title}
      note={name}
      submit={words.submit}
      cancel={words.cancel}
      small
    >
      <div className="split">
        <span>{words.list}</span>
        <Money {...list} leads={currency} className="inline" />
      </div>
      <NumberField
        label={words.each(currency === 'USD' ? '$' : 'L$')}
        step="0.01"
        value={typed}
        error={checked ? priceProblem : null}
        hint={own === null ? undefined : inOther(own, currency, rate)}
        onValue={(text) => draft.type({ typed: text })}
      />
      <ReasonPicker
        reasons={reasons}
        value={chosen}
        error={checked ? reasonProblem : null}
        onValue={(next) => draft.type(next)}
      />
      <button type="button" className="soft" onClick={() => (discount ? finish(null) : giveAway())}>
        {discount ? words.back : words.onTheHouse}
      </button>
    </FormDialog>
  );
}

function problemOfPrice(own: number | null, list: number): string | null {
  return own === null ? words.priceRequired : own === list ? words.isList : null;
}

/** The price in the other currency, as the server will compute it. */
function inOther(own: number, currency: Currency, rate: number): string {
  const other: Currency = currency === 'USD' ? 'LRD' : 'USD';
  const both: Dual = inBoth(own, currency, rate);
  return formatMoney(inOne(both, other), other);
}
