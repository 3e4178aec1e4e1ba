/** Words of a period of work. */
import type { PeriodStatus } from '../../api/types';
import { formatTime } from '../../lib/format';

export const words = {
  paid: (hours: string) => `${hours} paid`,
  /** `6:02 PM – 2:07 AM` */
  times: (inAt: string, outAt: string | null) => `${formatTime(inAt)} – ${outAt ? formatTime(outAt) : '…'}`,
  breaks: (minutes: string) => `${minutes} break`,
  corrected: 'Corrected',
  /** `Before: 6:02 PM – 2:07 AM, 7 h 40 min paid, 25 min break.` */
  before: (times: string, paid: string, breaks: string | null) =>
    `Before: ${[times, words.paid(paid), breaks].filter(Boolean).join(', ')}.`,
  correctedBy: (name: string, at: string, reason: string) => `Corrected by ${name}, ${at}: ${reason}`,
  doubtful: 'Clock jumped',
};

export const statusWords: Record<PeriodStatus, string> = {
  working: 'Working',
  on_break: 'On a break',
  done: 'Done',
  not_stamped: 'Not stamped',
};
