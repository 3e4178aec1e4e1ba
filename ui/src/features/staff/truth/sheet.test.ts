/** What a truth sheet shows of a night. */
import { expect, it } from 'vitest';
import { asItStands, both, dayOf, isEmpty, keptByMethod, namesOf, plusDays, shownBy } from './sheet';
import { nightName } from './strings';
import { EMPTY_NIGHT, NIGHT } from './test/sheets';

it('reads the night of an address', () => {
  expect(dayOf('2026-11-20')).toBe('2026-11-20');
  expect(dayOf('T-20261120-3')).toBe('2026-11-20');
  expect(dayOf(asItStands('2026-11-20'))).toBe('2026-11-20');
  expect([dayOf('yesterday'), dayOf(''), dayOf(undefined), dayOf('T-2026-1')]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

it('shows the newest sheet of a night unless another is chosen', () => {
  const [day, newest] = ['2026-11-20', 'T-20261120-2'];
  expect(shownBy(undefined, day, newest)).toBe(newest);
  expect(shownBy(day, day, newest)).toBe(newest);
  expect(shownBy(day, day, undefined)).toBe(day);
  expect(shownBy(asItStands(day), day, newest)).toBe(day);
  expect(shownBy('T-20261120-1', day, newest)).toBe('T-20261120-1');
});

it('goes from night to night over months and years', () => {
  expect(plusDays('2026-11-30', 1)).toBe('2026-12-01');
  expect(plusDays('2027-01-01', -1)).toBe('2026-12-31');
  expect(nightName('2026-11-20')).toBe('Fri 20 Nov 2026');
});

it('says only the currency that there is', () => {
  expect(both('184.50', '22300.00')).toBe('$184.50 + L$22,300');
  expect([both('0.00', '3800.00'), both('6.00', '0.00'), both('0.00', '0.00')]).toEqual([
    'L$3,800',
    '$6.00',
    '$0.00',
  ]);
});

it('puts both currencies of a method in one row', () => {
  expect(keptByMethod(NIGHT)).toEqual([
    { name: 'Cash', usd: '398.00', lrd: '18050.00' },
    { name: 'MTN MoMo', usd: '85.00', lrd: '3200.00' },
  ]);
});

it('names people with their counts', () => {
  const [row] = NIGHT.takenBack;
  expect(row && namesOf(row)).toBe('musa 2, fatu 1');
});

it('knows a night on which nothing happened', () => {
  expect([isEmpty(NIGHT), isEmpty(EMPTY_NIGHT)]).toEqual([false, true]);
  const voided = { kind: 'voids' as const, count: 1, worthUSD: '4.00', people: [] };
  expect(isEmpty({ ...EMPTY_NIGHT, takenBack: [voided] })).toBe(false);
});
