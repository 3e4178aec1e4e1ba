/** One line of truth under two amounts: what remains, or that it is paid and which change is due. */
import { CircleCheck, CircleDot } from 'lucide-react';
import { formatMoney, formatTotal } from '../lib/format';
import type { Dual } from '../lib/money';
import type { Change, ChangeIn, Weighed } from '../lib/tender';
import { Money } from './Money';
import '../styles/payment.css';

interface VerdictProps {
  weighed: Weighed;
  choices: readonly Change[];
  chosen: Change | undefined;
  onChoose: (value: ChangeIn) => void;
}

export function Verdict({ weighed, choices, chosen, onChoose }: VerdictProps) {
  const { settled, remaining } = weighed;
  return (
    <div className="verdict" data-status={settled ? 'paid' : 'partial'}>
      {settled ? <CircleCheck /> : <CircleDot />}
      <output className="grow">
        <strong>{settled ? 'Fully Paid' : 'Remaining'}</strong>
        <small>{settled ? (chosen ? 'Change due' : 'No change due') : 'Still to pay'}</small>
        {chosen && <span className="sr-only"> {changeText(chosen.given)}</span>}
      </output>
      {!settled && <Money {...remaining} total className="end" />}
      {chosen && <ChangeSelect choices={choices} chosen={chosen} onChoose={onChoose} />}
    </div>
  );
}

/** The change alone, where the money that was received settles the bill in any case. */
export function ChangeDue({ choices, chosen, onChoose }: Omit<VerdictProps, 'weighed'>) {
  return (
    <div className="verdict" data-status="paid">
      <CircleCheck />
      <output className="grow">
        <strong>{chosen ? 'Change due' : 'No change due'}</strong>
        {chosen && <span className="sr-only"> {changeText(chosen.given)}</span>}
      </output>
      {chosen && <ChangeSelect choices={choices} chosen={chosen} onChoose={onChoose} />}
    </div>
  );
}

interface ChangeSelectProps extends Pick<VerdictProps, 'choices' | 'onChoose'> {
  chosen: Change;
}

function ChangeSelect({ choices, chosen, onChoose }: ChangeSelectProps) {
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

/** `$6 + L$50`, `$6.26`, `L$1,190`: whole dollars where Liberian dollars make up the rest. */
export function changeText({ usd, lrd }: Dual): string {
  const dollars = formatMoney(usd, 'USD');
  if (lrd === 0) return dollars;
  const liberian = formatTotal(lrd, 'LRD');
  return usd === 0 ? liberian : `${dollars.replace(/\.00$/, '')} + ${liberian}`;
}
