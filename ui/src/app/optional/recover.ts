/** Lifts refusals of the box that a person can lift: with the password, an approval, the till of cash, or a word about a limit. */
import type { Sent } from '../../api/http/client';
import type { ApiError } from '../../api/http/error';
import { recoverWithApproval } from '../../features/approvals/ask/askApproval';
import { recoverWithTill } from '../../features/drawer/which/askTill';
import { recoverWithPassword } from '../../features/lock/password/askPassword';

/** For `hooks.recover`: the headers of a second try; null to let the refusal be. */
export async function recover(refused: ApiError, sent: Sent): Promise<Record<string, string> | null> {
  if (refused.code === 'password_required') return recoverWithPassword(sent);
  if (refused.code === 'approval_required') return recoverWithApproval(refused, sent);
  if (refused.code === 'over_limit')
    return (await import('../../features/limits/askLimit')).recoverOverLimit(refused, sent);
  if (refused.code === 'choose_till') return recoverWithTill(refused, sent);
  return null;
}
