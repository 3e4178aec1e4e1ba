/** The place of a toast: the lowest band that nothing important takes. */
import { expect, it } from 'vitest';
import { lowestFree } from './freePlace';

const screen = { top: 8, bottom: 836 };
const at = (top: number, bottom: number) => ({ top, bottom });

it.each([
  ['nothing is there', [], at(776, 836)],
  ['above the bottom bar', [at(780, 844)], at(720, 780)],
  ['above the cart bar', [at(560, 788), at(780, 844)], at(500, 560)],
  ['in a gap that is large enough', [at(700, 844), at(400, 640)], at(640, 700)],
  ['not in a gap that is too small', [at(700, 844), at(400, 641)], at(340, 400)],
  ['not on the search', [at(60, 200), at(260, 844)], at(200, 260)],
])('is %s', (_, taken, place) => expect(lowestFree(60, screen, taken)).toEqual(place));

it('is nowhere when all is taken', () => {
  expect(lowestFree(60, screen, [at(60, 844)])).toBeNull();
});
