/** An approval in words. */
import type { Approval, ApprovalRule } from '../../../api/types';
import { formatTime } from '../../../lib/format';
import { approvals as words } from './strings';

/** What bartenders can do on this box that a rule is about. */
const USED = [
  'void_sale',
  'void_order',
  'discount',
  'remove_sent',
  'cancel_order',
  'no_sale',
  'comp',
  'walk_out',
  'refund',
  'after_bill',
  'credit_after_bill',
  'move_after_bill',
  'oversell',
  'over_limit',
];

export const asksNothing = (rules: Record<string, ApprovalRule>): boolean =>
  USED.every((kind) => rules[kind] !== 'approve');

/** The tone of the badge, and the status in words. */
export function statusOf({ status, decidedBy }: Approval): { tone?: string; text: string } {
  if (status === 'expired' && decidedBy) return { tone: 'warning', text: words.notUsed };
  return words.status[status];
}

/** Who decided, how and when; null if nobody did. */
export function howDecided({
  status,
  decidedBy,
  decidedHow,
  decidedAt,
  deviceName,
}: Approval): string | null {
  if (!decidedBy || !decidedHow || !decidedAt) return null;
  const verb = status === 'refused' ? words.refusedBy(decidedBy) : words.approvedBy(decidedBy);
  return `${verb} ${words.how[decidedHow](deviceName)}, ${formatTime(decidedAt)}`;
}
