/** What people call a table. */
import { expect, it } from 'vitest';
import { tableInSentence, tableLabel } from './tableLabel';

it('is its name, else its number', () => {
  expect([tableLabel(4, 'VIP'), tableLabel(4, null), tableLabel('4', undefined)]).toEqual([
    'VIP',
    'Table 4',
    'Table 4',
  ]);
  expect([tableInSentence(4, 'VIP'), tableInSentence(4, null)]).toEqual(['VIP', 'table 4']);
});
