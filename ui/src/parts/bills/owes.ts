/** Whether money is still to be taken for an order, and which orders those are: what 'open' counts on every screen. */
import { fromServer } from '../../lib/money/money';

export interface Owed {
  status: string;
  paymentStatus: string;
  isOnCredit: string;
  remainingUSD: string;
  remainingLRD: string;
}

/** Neither cancelled, paid, on a tab, empty nor given free. */
export const owes = ({ status, paymentStatus, isOnCredit, remainingUSD, remainingLRD }: Owed): boolean =>
  status !== 'cancelled' &&
  paymentStatus !== 'paid' &&
  isOnCredit !== 'true' &&
  (fromServer(remainingUSD) !== 0 || fromServer(remainingLRD) !== 0);
