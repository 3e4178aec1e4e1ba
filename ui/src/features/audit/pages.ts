/** The journal in pages: each names the next one in its Link header. */
import { getResponse } from '../../api/client';
import { nextOf } from '../../api/link';
import type { AuditLine } from '../../api/types';

interface AuditPage {
  lines: AuditLine[];
  /** The address of the next page; null at the end. */
  next: string | null;
}

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

export async function readPage(url: string, signal?: AbortSignal): Promise<AuditPage> {
  const response = await getResponse(url, signal);
  return { lines: (await response.json()) as AuditLine[], next: nextOf(response.headers.get('Link')) };
}
