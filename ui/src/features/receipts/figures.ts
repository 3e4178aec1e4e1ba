/** Computes the four stat cards of the receipts. */
import type { Receipt } from '../../api/types';
import { type Cents, fromServer } from '../../lib/money/money';

export interface Figures {
  count: number;
  usd: Cents;
  today: number;
  methods: number;
}

/** `today` is the bar's business day, `YYYY-MM-DD`; a receipt number contains its day. */
export function figuresOf(receipts: readonly Receipt[], today: string): Figures {
  const prefix = `R-${today.replaceAll('-', '')}-`;
  return {
    count: receipts.length,
    usd: receipts.reduce((sum, receipt) => sum + fromServer(receipt.totalAmountUSD), 0),
    today: receipts.filter((receipt) => receipt.receiptNumber.startsWith(prefix)).length,
    methods: new Set(receipts.map((receipt) => receipt.paymentMethod)).size,
  };
}
