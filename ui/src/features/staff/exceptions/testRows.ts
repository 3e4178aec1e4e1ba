/** Rows of the report on exceptions, for tests. */
import type { ExceptionRow, ExceptionsReport } from '../../../api/types';

const NONE = { count: 0, worthUSD: '0.00', per100: null };

export function rowOf(
  userName: string,
  receipts: number,
  kinds: Partial<ExceptionRow['kinds']> = {},
): ExceptionRow {
  return {
    userId: 5,
    userName,
    receipts,
    kinds: {
      removedSent: NONE,
      afterBill: NONE,
      voids: NONE,
      discounts: NONE,
      comps: NONE,
      walkOuts: NONE,
      recovered: NONE,
      exchangeLoss: { ...NONE, worthLRD: '0.00' },
      exchangeGain: { ...NONE, worthLRD: '0.00' },
      negativeCash: NONE,
      methodCorrected: NONE,
      noSales: NONE,
      reprints: NONE,
      lateTimedPrice: NONE,
      refusedApprovals: NONE,
      wrongPins: NONE,
      ...kinds,
    },
    overUSD: '0.00',
    overLRD: '0.00',
    granted: 0,
  };
}

export const noMedians: ExceptionsReport['medians'] = {
  removedSent: null,
  afterBill: null,
  voids: null,
  discounts: null,
  comps: null,
  walkOuts: null,
  recovered: null,
  exchangeLoss: null,
  exchangeGain: null,
  negativeCash: null,
  methodCorrected: null,
  noSales: null,
  reprints: null,
  lateTimedPrice: null,
  refusedApprovals: null,
  wrongPins: null,
};
