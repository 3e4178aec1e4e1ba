/** The journal in pages: each names the next one in its Link header. */
import { getResponse } from '../../api/client';
import type { Time } from '../../api/types';

export interface AuditLine {
  seq: number;
  at: Time;
  userName: string;
  kind: string;
  summary: string;
}

export interface AuditPage {
  lines: AuditLine[];
  /** The address of the next page; null at the end. */
  next: string | null;
}

export interface AuditFilter {
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

/** `</api/admin/audit?before=12>; rel="next"`; only an address of the box itself is followed. */
export function nextOf(link: string | null): string | null {
  const url = /<([^>]*)>;\s*rel="?next"?/.exec(link ?? '')?.[1];
  return url?.startsWith('/api/') ? url : null;
}
