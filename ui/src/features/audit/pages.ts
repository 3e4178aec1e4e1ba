/** What the audit log is asked for. */
interface AuditFilter {
  /** Username; '' for everybody. */
  user: string;
  /** The word before the dot; '' for everything. */
  kind: string;
}

export function firstPage({ user, kind }: AuditFilter): string {
  const query = new URLSearchParams();
  if (user) query.set('user', user);
  if (kind) query.set('kind', kind);
  const text = query.toString();
  return `/api/admin/audit${text ? `?${text}` : ''}`;
}
