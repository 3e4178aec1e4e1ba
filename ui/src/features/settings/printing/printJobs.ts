/** The labels of print jobs, and the rules of what can be done with them. */
import type { PrintJob, PrintJobStatus } from '../../../api/types';
import { jobs as words } from '../strings';

const TONE: Record<PrintJobStatus, string> = {
  queued: 'info',
  sending: 'info',
  sent: 'ok',
  confirmed: 'ok',
  blocked: 'warning',
  unknown: 'warning',
  failed: 'error',
  cancelled: 'cancelled',
  expired: 'warning',
};
export const jobTone = (status: PrintJobStatus): string => TONE[status] ?? 'inactive';

export function titleOf({ kind, receiptNumber, orderId }: PrintJob): string {
  if (kind === 'receipt' && receiptNumber) return words.receipt(receiptNumber);
  const name = words.kind[kind] ?? kind;
  return orderId === null || orderId === undefined ? name : words.ofOrder(name, orderId);
}

/** Jobs that stopped and are not retried automatically. A drawer must not open late. */
export function canRetry({ status, kind }: PrintJob): boolean {
  return kind !== 'drawer' && ['unknown', 'failed', 'cancelled', 'expired', 'blocked'].includes(status);
}

/** Jobs that are neither printed, cancelled nor being sent. */
export function canCancel({ status }: PrintJob): boolean {
  return ['queued', 'blocked', 'unknown', 'failed', 'expired'].includes(status);
}

export function canMove(job: PrintJob): boolean {
  return job.kind !== 'drawer' && canCancel(job);
}

/** Papers that bartenders may not have. The server decides; this hides buttons that it would refuse. */
const FOR_MANAGERS: Record<PrintJob['kind'], boolean> = {
  receipt: false,
  bill: false,
  ticket: false,
  cancellation: false,
  moved: false,
  drawer: false,
  drop_slip: false,
  pay_out_slip: false,
  payment_slip: false,
  count_slip: false,
  test: true,
  slip: true,
  report: true,
  x: true,
  z: true,
  cash_report: true,
};
export const isForManagers = ({ kind }: PrintJob): boolean => FOR_MANAGERS[kind] ?? true;

/** Jobs that need attention. */
export function isStuck({ status }: PrintJob): boolean {
  return ['blocked', 'unknown', 'failed'].includes(status);
}
