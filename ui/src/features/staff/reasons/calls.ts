/** The API calls of the bar's reasons. */
import { at } from '../../../api/calls';
import { post, put, type WriteOptions } from '../../../api/http/client';
import type { Reason, ReasonBody, ReasonKind } from '../../../api/types';

export const REASONS = '/api/reasons';
export const AFTER_REASON = [REASONS] as const;

export const saveReason = ({ id, ...body }: ReasonBody & { id: number | null }, options: WriteOptions) =>
  id === null ? post(REASONS, body, options) : put(at('/api/reasons/{id}', { id }), body, options);

/** The reasons of each kind that has any, in the order of the list. */
export function byKind(reasons: readonly Reason[]): [ReasonKind, Reason[]][] {
  const groups = new Map<ReasonKind, Reason[]>();
  for (const reason of reasons) groups.set(reason.kind, [...(groups.get(reason.kind) ?? []), reason]);
  return [...groups];
}
