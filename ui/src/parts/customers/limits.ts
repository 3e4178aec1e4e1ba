/** How near a tab is to its limit. */
import type { Tab } from '../../api/types';
import { type Cents, fromServer } from '../../lib/money/money';

/** From this share of the limit on it is near, in percent. */
const NEAR_PERCENT = 75;

export interface LimitState {
  limit: Cents;
  /** What is left of it; negative beyond it. */
  left: Cents;
  state: 'within' | 'near' | 'over';
}

/** Null for a tab without a limit. */
export function limitOf(tab: Pick<Tab, 'limitUSD' | 'dueUSD'> | null): LimitState | null {
  if (!tab?.limitUSD) return null;
  const [limit, due] = [fromServer(tab.limitUSD), fromServer(tab.dueUSD)];
  const left = limit - due;
  if (left < 0) return { limit, left, state: 'over' };
  return { limit, left, state: due > 0 && due * 100 >= limit * NEAR_PERCENT ? 'near' : 'within' };
}
