/** How many rows of the list go in. */
import type { ImportAnswer, ImportRow, RowChoices } from '../types';

/** An answer of the server with what was asked for. */
export interface Checked {
  answer: ImportAnswer;
  /** The choices of rows that it was asked with. */
  sent: RowChoices;
  /** The rows that are a question, also those that `sent` answers. */
  asked: readonly ImportRow[];
}

export interface Tally {
  all: number;
  /** Wrong, skipped or not answered. */
  out: number;
  /** Whether rows stay out that were not chosen to be skipped. */
  leavesWrong: boolean;
}

/** The rows that are a question now, and of those that were one before the answered ones. */
export function askedRows(answer: ImportAnswer, sent: RowChoices, before: readonly ImportRow[]): ImportRow[] {
  const now = answer.rows.filter(({ state }) => state === 'ask');
  const lines = new Set(now.map(({ line }) => line));
  const answered = before.filter(({ line }) => sent[line] !== undefined && !lines.has(line));
  return [...now, ...answered].sort((a, b) => a.line - b.line);
}

export function tallyOf({ answer, sent, asked }: Checked, choices: RowChoices): Tally {
  const { created, updated, unchanged, skipped, rows } = answer;
  const wrong = new Set(rows.filter(({ state }) => state === 'wrong').map(({ line }) => line));
  const open = asked.filter(({ line }) => !wrong.has(line));
  const outBy = (by: RowChoices) =>
    open.filter(({ line }) => by[line] === undefined || by[line] === 'skip').length;
  // The rows of a long list are not all in the answer.
  const outBefore = Math.max(skipped, wrong.size + outBy(sent));
  const out = outBefore - outBy(sent) + outBy(choices);
  const skips = open.filter(({ line }) => choices[line] === 'skip').length;
  return { all: created + updated + unchanged + outBefore, out, leavesWrong: out > skips };
}

/** Whether rows were answered in another way than the server knows. */
export const isOutdated = ({ sent, asked }: Checked, choices: RowChoices): boolean =>
  asked.some(({ line }) => sent[line] !== choices[line]);
