/** Periods, figures, and the order of bars and alerts. */
import { describe, expect, it } from 'vitest';
import { figures, NO_FIGURES, row } from '../test/rows';
import { alertsInOrder, barsInOrder } from './bars';
import { cash, changeOf, count, lowAndOut, percent, total, verdicts } from './figures';
import { comparedWith, problemOf, readPeriod, withPeriod } from './period';
import { shortDate, shortTime } from './strings';

describe('the period of a page', () => {
  it.each([
    ['', 'tonight'],
    ['period=week', 'week'],
    ['period=year', 'year'],
    ['period=decade', 'tonight'],
    ['from=2026-11-01&to=2026-11-21', { from: '2026-11-01', to: '2026-11-21' }],
    ['from=2026-11-21&to=2026-11-01', 'tonight'],
    ['from=2026-11-21&period=month', 'month'],
  ])('reads %j', (search, period) => expect(readPeriod(search)).toEqual(period));

  it('writes it beside what else is there, and nothing for tonight', () => {
    expect(withPeriod('bar=1&period=week', 'tonight')).toBe('?bar=1');
    expect(withPeriod('period=week', { from: '2026-11-01', to: '2026-11-02' })).toBe(
      '?from=2026-11-01&to=2026-11-02',
    );
    expect(withPeriod('', 'tonight')).toBe('');
  });

  it('knows dates that are none', () => {
    expect(problemOf({ from: '', to: '2026-11-01' })).toBe('missing');
    expect(problemOf({ from: '0202-11-01', to: '2026-11-01' })).toBe('missing');
    expect(problemOf({ from: '2026-11-02', to: '2026-11-01' })).toBe('backwards');
    expect(problemOf({ from: '2026-11-01', to: '2026-11-01' })).toBeNull();
  });

  it('is compared with the week, month or year before', () => {
    expect((['yesterday', 'month', 'year'] as const).map(comparedWith)).toEqual(['week', 'month', 'year']);
    expect(comparedWith({ from: '2026-11-01', to: '2026-11-02' })).toBeNull();
  });
});

describe('figures', () => {
  it('are formatted as on the box, and none is a dash', () => {
    expect([total('3133.60'), total('154850.00', 'LRD'), total(null)]).toEqual([
      '$3,133.60',
      'L$154,850',
      '–',
    ]);
    expect([cash('-12.00', 'USD'), cash('0.50', 'LRD'), count(642), count(null)]).toEqual([
      '−$12.00',
      'L$0.50',
      '642',
      '–',
    ]);
  });

  it.each([
    ['112.00', '100.00', 12],
    ['1099.00', '100.00', 999],
    ['1100.00', '100.00', null],
    ['96.00', '100.00', -4],
    ['100.00', '100.00', 0],
    ['100.49', '100.00', 0],
    ['100.50', '100.00', 1],
    ['5.00', '0.00', null],
    [null, '5.00', null],
  ])('change from %s to %s', (now, before, change) => expect(changeOf(now, before)).toBe(change));

  it('write a change in per cent', () => {
    expect([percent(12), percent(-4), percent(0), percent(1200)]).toEqual([
      '+12 %',
      '−4 %',
      '0 %',
      '+1,200 %',
    ]);
  });

  it('say what is over and short, the short one first', () => {
    const texts = (usd: string | null, lrd: string | null) => verdicts(usd, lrd).map(({ text }) => text);
    expect(texts('0.00', '0.00')).toEqual(['Exact']);
    expect(texts(null, null)).toEqual(['Not counted']);
    expect(texts('3.00', '-190.00')).toEqual(['Short L$190', 'Over $3.00']);
    expect(verdicts('-12.00', null)).toEqual([{ text: 'Short $12.00', status: 'error' }]);
  });

  it('count what is low and out together', () => {
    expect([lowAndOut(figures('1.00')), lowAndOut(NO_FIGURES)]).toEqual([2, null]);
  });

  it('leave out what is the same today', () => {
    const now = new Date('2026-11-21T22:12:00');
    expect(shortTime('2026-11-21T21:14:00', now)).toBe('9:14 PM');
    expect(shortTime('2026-11-18T02:14:00', now)).toBe('18 Nov, 2:14 AM');
    expect([shortDate('2026-11-18', now), shortDate('2025-11-18', now)]).toEqual(['18 Nov', '18 Nov 2025']);
  });
});

it('shows bars that need a look first, then by revenue, and those that never sent last', () => {
  const bars = [
    row('1', 'Never', NO_FIGURES, { state: 'never' }),
    row('2', 'Small', figures('9.00')),
    row('3', 'Large', figures('1000.00'), { state: 'away' }),
    row('4', 'Silent', figures('0.00'), { state: 'silent' }),
    row('5', 'Flagged', figures('5.00'), { flags: ['clock'] }),
    row('6', 'Also small', figures('9.00')),
  ];
  const names = barsInOrder(bars).map(({ name }) => name);
  expect(names).toEqual(['Flagged', 'Silent', 'Large', 'Also small', 'Small', 'Never']);
});

it('shows the most urgent alerts first, and kinds that it does not know last', () => {
  const alert = (flag: string, text: string) => ({ bar: '1', flag: flag as never, text });
  const sent = [
    alert('newer', 'g'),
    alert('figures', 'f'),
    alert('clock', 'd'),
    alert('beside', 'a'),
    alert('here_only', 'b'),
    alert('refused', 'c1'),
    alert('refused', 'c2'),
    alert('damaged', 'e'),
  ];
  expect(alertsInOrder(sent).map(({ text }) => text)).toEqual(['a', 'b', 'c1', 'c2', 'd', 'e', 'f', 'g']);
});
