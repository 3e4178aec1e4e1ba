/** The address of the audit log's first page for a filter. */
import { at } from '../../api/calls';

interface AuditFilter {
  /** Username; '' for all users. */
  user: string;
  /** The part of the event kind before the dot, such as `sales`; '' for all. */
  kind: string;
}

export const firstPage = ({ user, kind }: AuditFilter) =>
  at('/api/admin/audit', { ...(user && { user }), ...(kind && { kind }) });
