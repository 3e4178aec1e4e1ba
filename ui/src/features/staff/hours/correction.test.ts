/** The rules of correcting hours. */
import { expect, it } from 'vitest';
import type { Period } from '../../../api/types';
import { bodyOf, formOf, localTime, problemsOf } from './correction';

const IN_AT = new Date(2026, 10, 20, 18, 2, 10).toISOString();
const OUT_AT = new Date(2026, 10, 21, 2, 7, 40).toISOString();
const PERIOD = { inAt: IN_AT, outAt: OUT_AT, breakMinutes: 25 } as Period;

it('shows times by this device, to the minute', () => {
  expect(formOf(PERIOD)).toEqual({
    inAt: '2026-11-20T18:02',
    outAt: '2026-11-21T02:07',
    breakMinutes: '25',
    reason: '',
  });
  expect(formOf({ ...PERIOD, outAt: null }).outAt).toBe('');
  expect(localTime(new Date(2027, 0, 3, 4, 5).toISOString())).toBe('2027-01-03T04:05');
});

it('sends only what was changed', () => {
  const form = { ...formOf(PERIOD), reason: ' Ate longer ' };
  expect(bodyOf(PERIOD, form)).toEqual({ reason: 'Ate longer' });
  expect(bodyOf(PERIOD, { ...form, breakMinutes: '40' })).toEqual({ breakMinutes: 40, reason: 'Ate longer' });
  expect(bodyOf(PERIOD, { ...form, outAt: '2026-11-21T01:30' })).toEqual({
    outAt: new Date(2026, 10, 21, 1, 30).toISOString(),
    reason: 'Ate longer',
  });
});

it('says what is missing', () => {
  const form = { ...formOf(PERIOD), reason: 'x' };
  expect(problemsOf(form)).toEqual({});
  expect(Object.keys(problemsOf({ inAt: '', outAt: '', breakMinutes: '1.5', reason: ' ' }))).toEqual([
    'inAt',
    'outAt',
    'breakMinutes',
    'reason',
  ]);
  expect(problemsOf({ ...form, outAt: form.inAt }).outAt).toBe('Work ends after it begins');
});
