/** Asks for an approval when the box refuses a write that needs one; once it is granted, the same write goes on with it. */
import type { Sent } from '../../../api/http/client';
import { ApiError } from '../../../api/http/error';
import type { Approval } from '../../../api/types';
import { createStore } from '../../../lib/state/store';
import { dismissToast, toastStore } from '../../../ui/feedback/toast';

/** What became of a question: granted, let be, or the reason that the screen shows. */
export type Outcome = { granted: Approval } | { notNeeded: true } | { failed: string | null };

/** A write that waits for an approval. */
export interface Question {
  summary: string;
  /** Each kind that it needs, the gravest first. */
  kinds: Approval['kinds'];
  sent: Sent;
  /** Answers the write; a second answer counts for nothing. */
  answer: (outcome: Outcome) => void;
  /** Takes the sheet away. */
  close: () => void;
}

/** Null when nothing waits. */
export const questionStore = createStore<Question | null>(null);

/** Writes that need an approval at the same time are asked for one after the other. */
let queue: Promise<unknown> = Promise.resolve();
/**
 * For `hooks.recover`: the header of a second try; null after a Cancel.
 *
 * Rejects with the refusal of a manager, or with 'Nobody answered', in place of the refusal of the box.
 */
export async function recoverWithApproval(
  refused: ApiError,
  sent: Sent,
): Promise<Record<string, string> | null> {
  if (sent.options?.asksFirst) return null;
  const turn = queue.then(() => ask(refused, sent));
  queue = turn.catch(() => {});
  return turn;
}

async function ask(refused: ApiError, sent: Sent): Promise<Record<string, string> | null> {
  const outcome = await show(refused.refusal.approval, sent);
  if ('notNeeded' in outcome) return {};
  if ('granted' in outcome) return { Approval: String(outcome.granted.id) };
  if (outcome.failed === null) return null;
  throw new ApiError(refused.status, JSON.stringify({ ...refused.refusal, message: outcome.failed }), '');
}

function show(needed: ApiError['refusal']['approval'], sent: Sent): Promise<Outcome> {
  // A refusal of the question before is none of this one.
  if (toastStore.get()?.kind === 'error') dismissToast();
  return new Promise((resolve) => {
    const question: Question = {
      summary: needed?.summary ?? '',
      kinds: needed?.kinds ?? [],
      sent,
      answer: resolve,
      close: () => {
        if (questionStore.get() === question) questionStore.set(null);
      },
    };
    questionStore.set(question);
  });
}
