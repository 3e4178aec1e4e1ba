/** Asks 'Which till?' when the box refuses cash that several tills could take; then the same write goes on with the answer. */
import type { Sent } from '../../../api/http/client';
import type { ApiError } from '../../../api/http/error';
import { createStore } from '../../../lib/state/store';
import { chooseTill, chosenTillStore } from './chosenTill';

export interface TillName {
  id: number;
  name: string;
}

/** A write that waits for its till. */
export interface TillQuestion {
  tills: readonly TillName[];
  /** Answers all writes that wait; null lets the refusals be. */
  answer: (id: number | null) => void;
}

/** Null when nothing waits. */
export const tillQuestionStore = createStore<TillQuestion | null>(null);

/** Writes that were sent again with the kept till. */
const tried = new WeakSet<Sent>();
let asked: Promise<number | null> | null = null;

/**
 * For `hooks.recover`: the header of a second try, with the till that is kept on this phone, if it is among those of the box. In a
 * header, because a body of its own would be another write under the same key.
 */
export async function recoverWithTill(refused: ApiError, sent: Sent): Promise<Record<string, string> | null> {
  const tills = tillsOf(refused);
  const kept = !tried.has(sent) && tills.find(({ id }) => id === chosenTillStore.get());
  tried.add(sent);
  const id = kept ? kept.id : await ask(tills);
  return id === null ? null : { Till: String(id) };
}

function tillsOf({ refusal }: ApiError): readonly TillName[] {
  return (refusal as { tills?: readonly TillName[] }).tills ?? [];
}

/** One question for all writes that wait for it. */
function ask(tills: readonly TillName[]): Promise<number | null> {
  asked ??= new Promise((resolve) => {
    const answer = (id: number | null) => {
      // The dialog answers once more when it goes.
      if (tillQuestionStore.get()?.answer !== answer) return;
      tillQuestionStore.set(null);
      asked = null;
      if (id !== null) chooseTill(id);
      resolve(id);
    };
    tillQuestionStore.set({ tills, answer });
  });
  return asked;
}
