/** Words of working hours. */
import type { PeriodStatus } from '../../api/types';
import { formatDate, formatTime } from '../../lib/format';

export const words = {
  title: 'My hours and tips',
  clockIn: 'Clock in',
  takeBreak: 'Take a break',
  back: 'Back to work',
  clockOut: 'Clock out',
  notNow: 'Not now',
  question: 'Clock in now?',
  questionDetail: 'Your hours count from now on. Nothing is blocked if you do it later.',
  out: 'You are clocked out',
  working: (since: string) => `Working since ${formatTime(since)}`,
  onBreak: (since: string) => `On a break since ${formatTime(since)}`,
  forgotten: (since: string) => `You did not clock out on ${formatDate(since)}. A manager can correct it.`,
  clockFailed: 'The clock could not be read',
  stepFailed: 'This was not saved',
  done: {
    in: 'You are clocked in',
    break: 'Enjoy your break',
    back: 'Welcome back',
    out: 'You are clocked out',
  },
  lastDays: 'Last 14 days',
  paid: (hours: string) => `${hours} paid`,
  loadFailed: 'The hours could not be loaded',
  none: 'No hours yet',
  off: 'The clock is off',
  stillOpen: 'Not clocked out yet',
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

export const tips = {
  title: 'Tips',
  loadFailed: 'The tips could not be loaded',
  none: 'No tips yet',
  earned: 'Earned in 14 days',
  paid: 'Paid out in 14 days',
  due: (amount: string) => `${amount} due`,
};
