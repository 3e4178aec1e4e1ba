/** Addresses of the page with the menu's code. */
import { expect, it } from 'vitest';
import { imageUrl, pageUrl, tableOf } from './table';

it.each([
  ['', null],
  ['?table=5', 5],
  ['?table=0', null],
  ['?table=abc', null],
  ['?table=-1', null],
  ['?table=5&table=6', 5],
])('reads %j as table %s', (search, table) => expect(tableOf(search)).toBe(table));

it('writes them back', () => {
  expect([null, 5].map(pageUrl)).toEqual(['/qr', '/qr?table=5']);
  expect([null, 5].map(imageUrl)).toEqual(['/api/menu/qr?format=svg', '/api/menu/qr?format=svg&table=5']);
});
