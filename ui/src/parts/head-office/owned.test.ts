/** Which fields of a product head office sets, in words. */
import { expect, it } from 'vitest';
import { isOwned, ownedChoice, ownedNames, ownedText } from './owned';

const CHAIN = { id: 'c1', fields: ['name', 'priceUSD', 'somethingNew'] };

it('owns nothing of a product of the bar, and of one that is being created', () => {
  for (const linked of [{ chain: null }, null, undefined]) expect(isOwned(linked, 'name')).toBe(false);
});

it('owns the fields that the box names', () => {
  expect(isOwned({ chain: CHAIN }, 'name')).toBe(true);
  expect(isOwned({ chain: CHAIN }, 'stock')).toBe(false);
  expect(ownedText({ chain: CHAIN }, 'name')).toEqual({ readOnly: true, hint: 'Set by head office' });
  expect(ownedChoice({ chain: CHAIN }, 'category')).toBeUndefined();
});

it('names them as the forms do', () => expect(ownedNames(CHAIN)).toBe('Name, USD Price'));
