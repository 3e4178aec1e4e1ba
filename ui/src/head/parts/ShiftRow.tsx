/** A shift: its till and person, when, and what was over or short. */
import { Badge } from '../../ui/Badge';
import type { ShiftLine } from '../api/types';
import { cash, verdicts } from '../lib/figures';
import { shifts as words } from './rowStrings';

interface ShiftRowProps {
  shift: ShiftLine;
  /** Left out on the page of the bar. */
  barName?: string;
}

export function ShiftRow({ shift, barName }: ShiftRowProps) {
  const { closedAt, zNumber, tillName, responsibleName, openedAt } = shift;
  return (
    <li className="line">
      <span className="grow">
        <span className="name">{[barName, tillName].filter(Boolean).join('\u00a0· ')}</span>
        <small>{[responsibleName, zNumber].filter(Boolean).join(' · ')}</small>
        {openedAt !== null && (
          <small>{closedAt === null ? words.opened(openedAt) : words.times(openedAt, closedAt)}</small>
        )}
      </span>
      <span className="line-end">
        {closedAt === null ? (
          <Badge status="info">{words.openNow}</Badge>
        ) : (
          verdicts(shift.overShortUSD, shift.overShortLRD).map(({ text, status }) => (
            <b key={text} data-status={status}>
              {text}
            </b>
          ))
        )}
        {shift.expectedUSD !== null && (
          <small>{words.shouldBe(both(shift.expectedUSD, shift.expectedLRD))}</small>
        )}
        {shift.countedUSD !== null && (
          <small>{words.counted(both(shift.countedUSD, shift.countedLRD))}</small>
        )}
      </span>
    </li>
  );
}

const both = (usd: string | null, lrd: string | null): string => `${cash(usd, 'USD')}, ${cash(lrd, 'LRD')}`;
