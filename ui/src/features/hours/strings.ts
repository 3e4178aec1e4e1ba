/** Words of a person's own hours and tips. */
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
  loadFailed: 'The hours could not be loaded',
  none: 'No hours yet',
  off: 'The clock is off',
  stillOpen: 'Not clocked out yet',
};

export const tips = {
  title: 'Tips',
  loadFailed: 'The tips could not be loaded',
  none: 'No tips yet',
  earned: 'Earned in 14 days',
  paid: 'Paid out in 14 days',
  due: (amount: string) => `${amount} due`,
};
