/** What stands beside the entries of the list, and the search for single settings. */
import { describe, expect, it } from 'vitest';
import { BACKUPS, BAR_STATE, JOB, SETTINGS } from '../test/box';
import { catalogueOf } from './catalogue';
import { findSettings, marked } from './find';
import { clockTime, type Facts, valueBeside } from './values';

const FACTS: Facts = {
  settings: SETTINGS,
  tables: [1, 2],
  users: [{ isActive: true }, { isActive: false }],
  devices: [1],
  printers: [BAR_STATE],
  jobs: [JOB, { status: 'confirmed' }],
  backups: BACKUPS,
  standby: { state: 'none' },
  head: { state: 'off' },
  network: { name: null, staffUrl: 'http://192.168.8.1:8080' },
  demo: false,
};

describe('the value of an entry', () => {
  it.each([
    ['business', 'Sunset Bar & Grill'],
    ['day', 'ends 5:00 AM'],
    ['time', 'Africa/Monrovia'],
    ['tables', '2 tables'],
    ['screens', 'starts at Sales'],
    ['people', '1 staff, 1 device'],
    ['cash', 'L$5 step'],
    ['methods', 'Cash + 2'],
    ['denominations', '6 in use'],
    ['bills', 'slips on'],
    ['service', 'off'],
    ['tax', 'off'],
    ['wifi', 'none'],
    ['network', '192.168.8.1:8080'],
    ['backups', '3 hours ago'],
    ['second', 'none'],
    ['head', 'not joined'],
    ['about', 'Your bar'],
  ] as const)('of %s is %s', (page, text) => {
    expect(valueBeside(page, FACTS)).toEqual({ text });
  });

  it('says what is broken and what waits', () => {
    expect(valueBeside('printing', FACTS)).toEqual({ text: 'Bar: no paper', status: 'error' });
    expect(valueBeside('jobs', FACTS)).toEqual({ text: '1 waits', status: 'warning' });
    expect(valueBeside('backups', { ...FACTS, backups: { ...BACKUPS, overdue: true } })).toMatchObject({
      status: 'error',
    });
    const ready = [{ ...BAR_STATE, status: 'ready' as const }];
    expect(valueBeside('printing', { ...FACTS, printers: ready })).toEqual({ text: '1 printer' });
  });

  it('is left out until it is known', () => {
    expect(valueBeside('business', {})).toBeNull();
    expect(valueBeside('tables', {})).toBeNull();
  });

  it.each([
    ['00:00', '12:00 AM'],
    ['12:30', '12:30 PM'],
    ['17:05', '5:05 PM'],
  ])('writes %s as %s', (time, written) => expect(clockTime(time)).toBe(written));
});

describe('the search', () => {
  const find = (query: string, settings = SETTINGS) =>
    findSettings(catalogueOf(settings, { ...FACTS, settings }), query).map(({ name, place, value }) => [
      name,
      place,
      value,
    ]);

  it('finds single settings with their place and value, those named so first', () => {
    expect(find('void')).toEqual([
      ['Void a sale', 'People · Approvals', 'No'],
      ['Void an order', 'People · Approvals', 'No'],
    ]);
    expect(find('time zone')).toEqual([['Time Zone', 'Your bar · Business day', 'Africa/Monrovia']]);
    expect(find('cash')[0]).toEqual(['Cash', 'Money', 'L$5 step']);
  });

  it('leaves out what the bar has not switched on', () => {
    expect(find('blind')).toEqual([]);
    expect(find('tin')).not.toContainEqual(['TIN', 'Money · Tax', undefined]);
    const on = { ...SETTINGS, cash: { ...SETTINGS.cash, mode: 'drawer' as const } };
    expect(find('blind', on)).toEqual([['Blind count for bartenders', 'Money · Cash', 'on']]);
  });

  it('names every setting of a page once', () => {
    const keys = catalogueOf(SETTINGS, FACTS).map(({ page, name }) => `${page} ${name}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('marks what was searched for', () => {
    expect(marked('Smallest coin for cash', 'CASH small')).toEqual([
      { text: 'Small', hit: true },
      { text: 'est coin for ', hit: false },
      { text: 'cash', hit: true },
    ]);
    expect(marked('Tax', 'x y')).toEqual([
      { text: 'Ta', hit: false },
      { text: 'x', hit: true },
    ]);
  });
});
