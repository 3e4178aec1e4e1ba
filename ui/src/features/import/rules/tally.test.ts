/** How many rows go in. */
import { expect, it } from 'vitest';
import { answer, row } from '../test/answers';
import type { RowChoices } from '../types';
import { askedRows, isOutdated, tallyOf } from './tally';

const ROWS = [row(2, 'wrong'), row(3, 'ask'), row(4, 'ask'), row(5, 'new')];
function checked(sent: RowChoices = {}, more: Parameters<typeof answer>[0] = {}) {
  const given = answer({ rows: ROWS, ...more });
  return { answer: given, sent, asked: askedRows(given, sent, ROWS.slice(1, 3)) };
}

it('counts what is wrong, skipped or not answered as out', () => {
  expect(tallyOf(checked(), {})).toEqual({ all: 4, out: 3, leavesWrong: true });
  expect(tallyOf(checked(), { 3: 7, 4: 'skip' })).toEqual({ all: 4, out: 2, leavesWrong: true });
  expect(tallyOf(checked(), { 3: 7, 4: 'new' })).toEqual({ all: 4, out: 1, leavesWrong: true });
});

it('needs no permission to leave out what was skipped', () => {
  const asked = [row(3, 'ask'), row(5, 'new')];
  expect(tallyOf(checked({}, { rows: asked }), { 3: 'skip' })).toEqual({
    all: 2,
    out: 1,
    leavesWrong: false,
  });
});

it('counts answered rows where the server has put them', () => {
  const sent = { 3: 7, 4: 'skip' } as const;
  const after = checked(sent, { updated: 1, skipped: 1, rows: [row(2, 'wrong'), row(3, 'changed')] });
  expect(after.asked.map(({ line }) => line)).toEqual([3, 4]);
  expect(tallyOf(after, sent)).toEqual({ all: 4, out: 2, leavesWrong: true });
  expect(isOutdated(after, sent)).toBe(false);
  expect(isOutdated(after, { 3: 7 })).toBe(true);
});

it('counts an answered row that is wrong now as out', () => {
  const sent = { 3: 'new' } as const;
  const after = checked(sent, { rows: [row(2, 'wrong'), row(3, 'wrong'), row(4, 'ask'), row(5, 'new')] });
  expect(tallyOf(after, sent).out).toBe(3);
});

it('believes the server about rows that are not in the answer', () => {
  expect(tallyOf(checked({}, { created: 5_000, skipped: 300 }), {})).toMatchObject({ all: 5_300, out: 300 });
});
