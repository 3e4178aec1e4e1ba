/** The change due, with a select for the currency to give it in. */
import { CircleCheck } from 'lucide-react';
import { formatMoney, formatShort, formatTotal } from '../../lib/format';
import type { Dual } from '../../lib/money/money';
import type { Change, ChangeIn } from '../../lib/money/tender';
import '../../styles/screens/settlement.css';

interface ChangeDueProps {
  choices: readonly Change[];
  chosen: Change | undefined;
  onChoose: (value: ChangeIn) => void;
}

/** Shows only the change: for payments that always cover the bill. */
export function ChangeDue({ choices, chosen, onChoose }: ChangeDueProps) {
  return (
    <div className="settlement" data-status="paid">
      <CircleCheck />
      <output className="grow">
        <strong>{chosen ? 'Change due' : 'No change due'}</strong>
        {chosen && <span className="sr-only"> {changeText(chosen.given)}</span>}
      </output>
      {chosen && <ChangeSelect choices={choices} chosen={chosen} onChoose={onChoose} />}
    </div>
  );
}

interface ChangeSelectProps extends Omit<ChangeDueProps, 'chosen'> {
  chosen: Change;
}

export function ChangeSelect({ choices, chosen, onChoose }: ChangeSelectProps) {
  return (
    <select
      aria-label="Change"
      value={chosen.value}
      onChange={(event) => onChoose(event.currentTarget.value as ChangeIn)}
    >
      {choices.map(({ value, given }) => (
        <option key={value} value={value}>
          {changeText(given)}
        </option>
      ))}
    </select>
  );
}

/** `$6 + L$50`, `$6.26`, `L$1,190`: dollars without cents when the rest is in Liberian dollars. */
export function changeText({ usd, lrd }: Dual): string {
  if (lrd === 0) return formatMoney(usd, 'USD');
  const liberian = formatTotal(lrd, 'LRD');
  return usd === 0 ? liberian : `${formatShort(usd, 'USD')} + ${liberian}`;
}
