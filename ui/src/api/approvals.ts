/** Approvals: what the bar's rules leave to a bartender. */
import { useGet } from './http/query';
import { mayManage, useSession } from './session';
import type { ApprovalKind, ApprovalRule } from './types';

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
