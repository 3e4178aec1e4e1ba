/** The address of the audit log's first page for a filter. */
import { at } from '../../api/calls';

interface AuditFilter {
  /** Username; '' for everybody. */
  user: string;
  /** The word before the dot; '' for everything. */
  kind: string;
}

export const firstPage = ({ user, kind }: AuditFilter) =>
  at('/api/admin/audit', { ...(user && { user }), ...(kind && { kind }) });
