/** Figures as people type them. */
import { expect, it } from 'vitest';
import { parseMoney } from './money';
import { decimalTyped } from './typed';

it.each([
  ['3,50', 350],
  [',5', 50],
  ['3.50', 350],
  ['350', 35_000],
  // Neither a decimal comma nor swallowed: the form says that it is no amount.
  ['1,250', null],
  ['1,250.00', null],
  ['1.250,00', null],
])('reads %s as %s cents', (typed, cents) => {
  expect(parseMoney(decimalTyped(typed))).toBe(cents);
});
