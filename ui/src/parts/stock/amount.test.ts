/** Levels and amounts in words. */
import { expect, it } from 'vitest';
import { amountText, changeText, levelText, type Measured } from './amount';

const pack = (name: string, size: number) => ({ id: 1, name, size, barcode: null });
const PIECES: Measured = { unit: 'piece', packs: [] };
const CRATES: Measured = { unit: 'piece', packs: [pack('crate', 24), pack('tray', 12)] };
const GIN: Measured = { unit: 'ml', packs: [pack('bottle', 750)] };

it.each([
  [CRATES, 53, '2 × crate + 5'],
  [CRATES, 48, '2 × crate'],
  [CRATES, 23, '23'],
  [CRATES, 0, '0'],
  [CRATES, -30, '−30'],
  [CRATES, 24_000, '1,000 × crate'],
  [GIN, 4_800, '6 × bottle + 300 ml'],
  [GIN, 750, '1 × bottle'],
  [GIN, 0, '0 ml'],
  [GIN, -50, '−50 ml'],
  [{ unit: 'g', packs: [] } as Measured, 1_500, '1,500 g'],
  [PIECES, 1_200, '1,200'],
  [PIECES, -2, '−2'],
])('reads %j at %i as %s', (product, level, text) => expect(levelText(product, level)).toBe(text));

it('reads an amount and a change', () => {
  expect(amountText(50, 'ml')).toBe('50 ml');
  expect([24, 0, -150].map((change) => changeText(change, 'ml'))).toEqual(['+24 ml', '0 ml', '−150 ml']);
  expect(changeText(-1, 'piece')).toBe('−1');
});
