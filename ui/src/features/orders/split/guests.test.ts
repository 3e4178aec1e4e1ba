/** Guests of items, and the bill of each. */
import { expect, it } from 'vitest';
import { order } from '../../../test/orders';
import { choiceOf, choicesFor, guestBills, guestsIn, guestsToSend } from './guests';

const base = order(12);
const labelled = (...guests: (string | null)[]) => ({
  ...base,
  items: base.items.map((item, index) => ({ ...item, guest: guests[index] ?? null })),
});

it('are the same guest in upper and lower case', () => {
  expect(guestsIn(labelled('a', 'A'), {})).toEqual(['a']);
  expect(choiceOf('a', choicesFor(labelled('a', 'A'), {}))).toBe('A');
});

it('are offered as letters, and by the names in use', () => {
  expect(choicesFor(labelled('Ama', 'B'), {})).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'Ama']);
  expect(choiceOf(null, ['A'])).toBe('');
});

it('have a bill each, beside the bill of what has no guest', () => {
  const bills = guestBills(labelled('A'), {});
  expect(bills).toEqual([
    { guest: null, total: { usd: 200, lrd: 38000 } },
    { guest: 'A', total: { usd: 200, lrd: 38000 } },
  ]);
  expect(guestBills(labelled('A'), { 5: 'a' })).toHaveLength(1);
  expect(guestBills(labelled(), {})).toHaveLength(1);
});

it('are stored where they differ from what the box knows', () => {
  const [beer, soup] = base.items;
  const chosen = { [beer?.id ?? 0]: 'A', [soup?.id ?? 0]: null, 99: 'C' };
  expect(guestsToSend(labelled('B', 'A'), chosen)).toEqual([
    { itemId: 1, guest: 'A' },
    { itemId: 5, guest: null },
  ]);
  expect(guestsToSend(labelled('A', null), chosen)).toEqual([]);
});
