/** Computes the four stat cards of the receipts. */
import type { Receipt } from '../../api/types';
import { type Cents, fromServer } from '../../lib/money/money';

export interface Figures {
  count: number;
  /** Without receipts that are voided as a whole: their money was given back. */
  usd: Cents;
  today: number;
  methods: number;
}

/** `today` is the bar's business day, `YYYY-MM-DD`; a receipt number contains its day. */
export function figuresOf(receipts: readonly Receipt[], today: string): Figures {
  const prefix = `R-${today.replaceAll('-', '')}-`;
  return {
    count: receipts.length,
    usd: receipts.reduce((sum, receipt) => sum + worthOf(receipt), 0),
    today: receipts.filter((receipt) => receipt.receiptNumber.startsWith(prefix)).length,
    methods: new Set(receipts.map((receipt) => receipt.paymentMethod)).size,
  };
}

const worthOf = ({ voided, totalAmountUSD }: Receipt): Cents =>
  voided === 'all' ? 0 : fromServer(totalAmountUSD);
