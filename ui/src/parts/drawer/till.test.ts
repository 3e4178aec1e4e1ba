/** The till that takes the cash of a phone, as the box chooses it. */
import { describe, expect, it } from 'vitest';
import { DRAWER, SHIFT } from '../../test/cash';
import { tillOfCash } from './till';

const me = { id: 5, role: 'bartender' as const };
const other = { ...DRAWER, id: 3, name: 'Back bar', openShiftId: 8 };
const purse = { ...DRAWER, id: 4, name: 'Purse', kind: 'purse' as const, shared: false, openShiftId: 9 };
const shifts = [
  { ...SHIFT, id: 7, responsibleId: 6 },
  { ...SHIFT, id: 8, responsibleId: 6 },
  { ...SHIFT, id: 9, responsibleId: 5 },
];
const found = (
  open: (typeof DRAWER)[],
  { chosen = null, device = null }: { chosen?: number | null; device?: number | null } = {},
) => {
  const till = tillOfCash(open, shifts, { chosen, device, me });
  return typeof till === 'object' ? till.name : till;
};

describe('cash goes into', () => {
  it.each([
    ['no till where none is open', [], {}, undefined],
    ['the only shared drawer', [DRAWER], {}, 'Drawer'],
    ['the own purse before all others', [DRAWER, other, purse], { device: 3, chosen: 3 }, 'Purse'],
    ['the till of the device', [DRAWER, other], { device: 3, chosen: 1 }, 'Back bar'],
    ['the chosen one of several', [DRAWER, other], { chosen: 3 }, 'Back bar'],
    ['none of several until one is chosen', [DRAWER, other], { chosen: 8 }, 'several'],
  ])('%s', (_, open, choice, name) => expect(found(open, choice)).toBe(name));
});
