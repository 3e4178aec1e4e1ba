/** How the Liberian dollars of an exchange differ from what the dollars are worth. */
import { formatExact } from '../../../lib/format';
import type { Cents } from '../../../lib/money/money';
import { move as words } from '../strings';

/**
 * 'L$50 under the rate': the guest gave or got L$50 less, whether the bar or the guest gains. `gain` is the till's, `lrd` came into it; negative for what
 * went out.
 */
export function offRateText(gain: Cents, lrd: Cents): string {
  const isUnder = gain < 0 === lrd > 0;
  return (isUnder ? words.under : words.over)(formatExact(Math.abs(gain), 'LRD'));
}
