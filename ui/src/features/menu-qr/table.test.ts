/** Addresses of the page with the menu's QR codes. */
import { expect, it } from 'vitest';
import { choiceOf, imageUrl, pageUrl } from './table';

it.each([
  ['', null],
  ['?table=5', 5],
  ['?table=0', null],
  ['?table=abc', null],
  ['?table=-1', null],
  ['?table=5&table=6', 5],
  ['?all', 'all'],
  ['?all=&table=5', 'all'],
])('parses %j as %s', (search, choice) => expect(choiceOf(search)).toBe(choice));

it('builds the addresses of the page and of the image', () => {
  expect(([null, 5, 'all'] as const).map(pageUrl)).toEqual(['/qr', '/qr?table=5', '/qr?all']);
  expect([null, 5].map(imageUrl)).toEqual(['/api/menu/qr?format=svg', '/api/menu/qr?format=svg&table=5']);
});
