/** The Link header, by which a list in pages names its next one. */

/** `</api/admin/audit?before=12>; rel="next"`; only an address of the box itself is followed. */
export function nextOf(link: string | null): string | null {
  const url = /<([^>]*)>;\s*rel="?next"?/.exec(link ?? '')?.[1];
  return url?.startsWith('/api/') ? url : null;
}
