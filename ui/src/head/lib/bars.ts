/** Bars: the tones of their states, and the order of cards and alerts. */
import { fromServer } from '../../lib/money/money';
import type { Alert, BarRow, BarState, Flag } from '../api/types';

/** The tone of each state in the style sheets. */
export const STATE_STATUS: Record<BarState, string> = {
  live: 'ok',
  behind: 'info',
  away: 'info',
  silent: 'error',
  never: 'inactive',
};

/** Whether the figures may lack what was sold since. */
export const isBehind = (state: BarState): boolean => state !== 'live';

/** The most urgent first. */
const FLAG_ORDER: readonly Flag[] = [
  'codes',
  'beside',
  'here_only',
  'refused',
  'clock',
  'damaged',
  'figures',
  'quota',
];

/** The alerts by urgency; those of one kind stay as they were sent, and kinds that this page does not know come last. */
export function alertsInOrder(alerts: readonly Alert[]): Alert[] {
  const rank = ({ flag }: Alert) =>
    FLAG_ORDER.indexOf(flag) + (FLAG_ORDER.includes(flag) ? 0 : FLAG_ORDER.length + 1);
  return [...alerts].sort((one, other) => rank(one) - rank(other));
}

const needsLook = ({ flags, state }: BarRow): boolean => flags.length > 0 || state === 'silent';

/** Bars that need a look first, then by revenue; bars that never sent last. */
export function barsInOrder(bars: readonly BarRow[]): BarRow[] {
  const group = (bar: BarRow) => (needsLook(bar) ? 0 : bar.state === 'never' ? 2 : 1);
  return [...bars].sort(
    (one, other) =>
      group(one) - group(other) ||
      fromServer(other.totalRevenue) - fromServer(one.totalRevenue) ||
      one.name.localeCompare(other.name),
  );
}
