/** The address of the audit log's first page for a filter. */
import { at } from '../../api/calls';

export interface AuditFilter {
  /** Business days, `YYYY-MM-DD`; '' leaves that end open. */
  from: string;
  to: string;
  /** Username; '' for all users. */
  user: string;
  /** Kinds or the part of them before the dot, with commas: `sales`, `people.tips_shared,people.tips_paid_out`; '' for all. */
  kind: string;
  /** A part of the sentence or of the username. */
  q: string;
}

export const NO_FILTER: AuditFilter = { from: '', to: '', user: '', kind: '', q: '' };

/** Rejects a year that is still being typed, such as 0202. */
const FIRST_DAY = '2000-01-01';

/** Without dates that are not valid, or that end before they begin. */
export function firstPage({ from, to, user, kind, q }: AuditFilter) {
  const [first, last] = [from >= FIRST_DAY ? from : '', to >= FIRST_DAY ? to : ''];
  const inOrder = !first || !last || first <= last;
  return at('/api/admin/audit', {
    ...(first && inOrder && { from: first }),
    ...(last && inOrder && { to: last }),
    ...(user && { user }),
    ...(kind && { kind }),
    ...(q.trim() && { q: q.trim() }),
  });
}

export const isBackwards = ({ from, to }: AuditFilter) => from >= FIRST_DAY && to >= FIRST_DAY && from > to;
