/** How near a tab is to its limit. */
import { expect, it } from 'vitest';
import { limitOf } from './limits';

it.each([
  [null, '9.00', null],
  ['50.00', '0.00', { limit: 5000, left: 5000, state: 'within' }],
  ['50.00', '37.49', { limit: 5000, left: 1251, state: 'within' }],
  ['50.00', '37.50', { limit: 5000, left: 1250, state: 'near' }],
  ['50.00', '50.00', { limit: 5000, left: 0, state: 'near' }],
  ['50.00', '50.01', { limit: 5000, left: -1, state: 'over' }],
  ['0.00', '0.00', { limit: 0, left: 0, state: 'within' }],
])('limit %s, due %s', (limitUSD, dueUSD, state) => {
  expect(limitOf({ limitUSD, dueUSD })).toEqual(state);
});
