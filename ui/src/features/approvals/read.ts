/** Reads approvals, and by which clock. */
import { APPROVALS } from '../../api/approvals';
import { at } from '../../api/calls';
import { getResponse } from '../../api/http/client';
import type { Approval } from '../../api/types';

export const approvalUrl = (id: number) => at('/api/approvals/{id}', { id });

/** A list of approvals, and how far the box's clock is ahead of this phone's, in milliseconds. */
export interface ReadApprovals {
  rows: Approval[];
  ahead: number;
}

export async function readApprovals(
  status: 'pending' | undefined,
  limit: number,
  signal: AbortSignal,
): Promise<ReadApprovals> {
  const response = await getResponse(at(APPROVALS, { limit, ...(status && { status }) }), signal);
  const boxTime = Date.parse(response.headers.get('Date') ?? '');
  return {
    rows: (await response.json()) as Approval[],
    // Phones of a bar without internet are often minutes off.
    ahead: Number.isNaN(boxTime) ? 0 : boxTime - Date.now(),
  };
}

/** The whole seconds of a question from its beginning to its end. */
export const waitOf = ({ createdAt, expiresAt }: Approval): number =>
  Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 1000);
