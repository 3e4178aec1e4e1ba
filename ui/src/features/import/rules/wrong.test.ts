/** Rows that are wrong in the same way. */
import { expect, it } from 'vitest';
import { row } from '../test/answers';
import { kindsOf } from './wrong';

it('groups rows with one message, and leaves the others as they are', () => {
  const [price, amount, name] = ['A new product needs a price', 'Must be an amount', 'Name is required'];
  const wrong = [price, amount, price, name, price].map((message, at) => row(at + 2, 'wrong', { message }));
  const { alike, others } = kindsOf(wrong);
  expect(alike.map(({ message, rows }) => [message, rows.map(({ line }) => line)])).toEqual([
    [price, [2, 4, 6]],
  ]);
  expect(others.map(({ line }) => line)).toEqual([3, 5]);
});
