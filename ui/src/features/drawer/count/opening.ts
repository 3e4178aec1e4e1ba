/** What opens a shift beside the count: change that is put in, and the responsible person. */
import type { CashSetup, OpenShiftBody } from '../../../api/types';
import { type CountValues, sentCount } from '../../../parts/drawer/count/count';
import { sentAmounts } from '../../../parts/drawer/moves/AmountPair';

/** Nothing is put in, and who opens is responsible. `usd` and `lrd` are the amounts of the change. */
export const NO_OPENING = { from: '', usd: '', lrd: '', user: '' };

export type OpeningValues = CountValues & typeof NO_OPENING;

export function openBody(values: OpeningValues, setup: CashSetup): Omit<OpenShiftBody, 'tillId'> {
  const { from, user } = values;
  return {
    count: sentCount(values, setup),
    ...(from && { float: { fromTillId: Number(from), ...sentAmounts(values) } }),
    ...(user && { userId: Number(user) }),
  };
}
