/** The latest jump of the server's clock, read from the audit log. */

import { useQuery } from '@tanstack/react-query';
import { at } from '../../api/calls';
import { type Page, readPage } from '../../api/http/pages';
import type { AuditLine } from '../../api/types';

const JUMPS = at('/api/admin/audit', { kind: 'box.clock_jumped', limit: 1 });
/** A page may be empty and still name a further one; the search stops after this many pages. */
const PAGES_MAX = 16;
/** Only a jump within this many days of now, before or after, is reported. */
const JUMP_DAYS = 7;
const DAY_MS = 86_400_000;

export function useClockJump(enabled: boolean): AuditLine | null {
  const found = useQuery<AuditLine | null, Error>({
    queryKey: [JUMPS],
    queryFn: ({ signal }) => latestJump(signal),
    enabled,
  });
  return found.data && isRecent(found.data.at, Date.now()) ? found.data : null;
}

export async function latestJump(signal?: AbortSignal): Promise<AuditLine | null> {
  let url: typeof JUMPS | null = JUMPS;
  for (let page = 0; page < PAGES_MAX && url !== null; page += 1) {
    const { rows, next }: Page<typeof JUMPS> = await readPage(url, signal);
    if (rows[0]) return rows[0];
    url = next;
  }
  return null;
}

export function isRecent(at: string, now: number): boolean {
  return Math.abs(now - Date.parse(at)) < JUMP_DAYS * DAY_MS;
}
