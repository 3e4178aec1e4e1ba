/** Lifts refusals of the box that a person can lift: with the password, an approval, the till of cash, or a word about a limit. */
import type { Sent } from '../../api/http/client';
import type { ApiError } from '../../api/http/error';
import { recoverWithApproval } from '../../features/approvals/ask/askApproval';
import { recoverWithTill } from '../../features/drawer/which/askTill';
import { recoverWithPassword } from '../../features/lock/password/askPassword';

type Lift = (refused: ApiError, sent: Sent) => Promise<Record<string, string> | null>;

/** By the code of the refusal. The shell names the same codes, without loading this. */
export const LIFTS: Record<string, Lift> = {
  password_required: (_, sent) => recoverWithPassword(sent),
  approval_required: recoverWithApproval,
  over_limit: async (refused, sent) =>
    (await import('../../features/limits/askLimit')).recoverOverLimit(refused, sent),
  choose_till: recoverWithTill,
};

/** For `hooks.recover`: the headers of a second try; null to let the refusal be. */
export const recover: Lift = async (refused, sent) => LIFTS[refused.code ?? '']?.(refused, sent) ?? null;
