/** The API calls of tips. */
import { at } from '../../../api/calls';
import { post, type WriteOptions } from '../../../api/http/client';
import type { DateRange } from '../../../parts/range/range';

const TIPS = '/api/tips';
export const AFTER_TIPS = [TIPS] as const;

export const tipsUrl = ({ from, to }: DateRange) => at(TIPS, { from, to });

export const csvUrl = ({ from, to }: DateRange) => at(TIPS, { from, to, format: 'csv' });

export const fileNameOf = ({ from, to }: DateRange) => `tips-${from}-to-${to}.csv`;

export const printTips = ({ from, to }: DateRange, options: WriteOptions) =>
  post('/api/tips/print', { from, to }, options);

export const shareTips = (day: string, options: WriteOptions) => post('/api/tips/share', { day }, options);

export interface Payout {
  userId: number;
  amountUSD?: string;
  amountLRD?: string;
}

export const payOutTips = (payout: Payout, options: WriteOptions) =>
  post('/api/tips/payout', payout, options);
