/** Approvals: what the bar's rules leave to a bartender, and what a manager and a bartender read of a question. */
import { at } from './calls';
import { getResponse } from './http/client';
import { useGet } from './http/query';
import { mayManage, useSession } from './session';
import type { Approval, ApprovalKind, ApprovalRule } from './types';

export const APPROVALS = '/api/approvals';
const RULES = '/api/approvals/rules';
/** The rules are read again when they change (topic `reasons`); a list of lines must not read them for each line. */
const RULES_FRESH_MS = 60_000;

/** The rule for what a bartender does; managers and admins never ask. Null while it is not known. */
export function useRule(kind: ApprovalKind, enabled = true): ApprovalRule | null {
  const { role } = useSession().user ?? {};
  const rules = useGet(RULES, { enabled: enabled && role === 'bartender', staleTime: RULES_FRESH_MS });
  return mayManage(role) ? 'allow' : (rules.data?.rules[kind] ?? null);
}

/** Whether the user may do it, or may ask a manager for it. The server enforces it. */
export function useMay(kind: ApprovalKind): boolean {
  const rule = useRule(kind);
  return rule === 'allow' || rule === 'approve';
}

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
