/** A period of work in a list: its times, what is paid, and what is unusual about it. */
import type { ReactNode } from 'react';
import type { Period } from '../../api/types';
import { formatDateTime } from '../../lib/format';
import { Badge } from '../../ui/Badge';
import { formatMinutes } from './hours';
import { statusWords, words } from './strings';

interface PeriodRowProps {
  period: Period;
  /** Whose it is, in lists of several people. */
  name?: string;
  children?: ReactNode;
}

export function PeriodRow({ period, name, children }: PeriodRowProps) {
  const { inAt, outAt, paidMinutes, breakMinutes, status, corrections, clockDoubtful, note } = period;
  return (
    <li>
      <span className="grow">
        <b>{name ?? words.times(inAt, outAt)}</b>
        {name && <small>{words.times(inAt, outAt)}</small>}
        <span className="row badges">
          {status !== 'done' && (
            <Badge status={status === 'not_stamped' ? 'cancelled' : 'pending'}>{statusWords[status]}</Badge>
          )}
          {corrections.length > 0 && <Badge>{words.corrected}</Badge>}
          {clockDoubtful && <Badge status="warning">{words.doubtful}</Badge>}
        </span>
        {note && <small>{note}</small>}
        {corrections.map((before) => (
          <small key={before.correctedAt}>
            {words.before(
              words.times(before.inAt, before.outAt),
              formatMinutes(before.paidMinutes),
              before.breakMinutes > 0 ? words.breaks(formatMinutes(before.breakMinutes)) : null,
            )}{' '}
            {words.correctedBy(before.correctedBy, formatDateTime(before.correctedAt), before.reason)}
          </small>
        ))}
      </span>
      {status === 'done' && (
        <span className="hours-figure">
          <b>{formatMinutes(paidMinutes)}</b>
          {breakMinutes > 0 && <small>{words.breaks(formatMinutes(breakMinutes))}</small>}
        </span>
      )}
      {children}
    </li>
  );
}
