/** Who is in the list of who owes, in which order, and what is found. */
import { describe, expect, it } from 'vitest';
import { accountsOf, daysOf, type Filter, lastPaid, piecesOf, shownOf, totalOf } from './accounts';
import { CREDIT_LIGHT, sectionsOf, TAB_LIGHT } from './lights';
import { item, tab } from './test/debts';

const NOW = Date.parse('2026-11-21T22:00:00Z');
const customer = (customerName: string, customerPhone: string | null, ...times: string[]) => {
  const who = { customerName, customerPhone };
  return {
    ...who,
    customerId: `${customerName}_${customerPhone ?? ''}`,
    items: times.map((createdAt, at) => item(at + Date.parse(createdAt) / 1000, { ...who, createdAt })),
  };
};
const paidAt = '2026-11-21T21:12:00Z';
const RUTH = customer('Ruth', null, '2026-11-21T19:00:00Z');
const TABS = [
  tab(customer('Boima', '0880123456', '2026-11-21T21:48:00Z')),
  tab({ ...customer('Ama', '0770 00-00 01', '2026-11-21T20:55:00Z'), status: 'partial', paidUSD: '10.00' }),
  tab({ ...customer('ama', null, '2026-11-09T20:00:00Z'), owedUSD: '0.00', owedLRD: '2280.00' }),
  tab({ ...RUTH, status: 'paid', items: RUTH.items.map((one) => ({ ...one, status: 'paid', paidAt })) }),
];
const LONG_AGO = [
  item(1, {
    customerName: 'Saye',
    customerPhone: null,
    productName: 'Old Whisky',
    status: 'paid',
    paidAt: '2026-10-01T20:00:00Z',
  }),
  item(2, { customerName: 'Boima', customerPhone: '0880123456', status: 'paid' }),
];
const accounts = accountsOf(TABS, LONG_AGO, NOW);
const names = (list: typeof accounts) => list.map(({ customerName }) => customerName);

describe('accounts', () => {
  it('are one per customer: the oldest debt first, then the latest payment', () => {
    expect(names(accounts)).toEqual(['ama', 'Ama', 'Boima', 'Ruth', 'Saye']);
    expect(accounts.map(({ items }) => items.length)).toEqual([1, 1, 2, 1, 1]);
  });

  it('say what is owed and in which currency first, or what was paid', () => {
    expect(accounts.map(({ amount, leads }) => [amount.usd, leads])).toEqual([
      [1200, 'LRD'],
      [1200, 'USD'],
      [1200, 'USD'],
      [1200, 'USD'],
      [1200, 'USD'],
    ]);
    expect(totalOf(accounts.map(({ amount }) => amount))).toEqual({ usd: 6000, lrd: 1_140_000 });
    expect(accounts.map(piecesOf)).toEqual([6, 6, 6, 6, 6]);
    expect(accounts.map(lastPaid)[3]).toBe(paidAt);
  });

  it('know who shares a name', () => {
    expect(accounts.filter(({ hasNamesake }) => hasNamesake).map(({ key }) => key)).toEqual([
      'ama_',
      'ama_0770 00-00 01',
    ]);
  });
});

it.each<[Filter, string, string[]]>([
  ['all', '', ['ama', 'Ama', 'Boima', 'Ruth', 'Saye']],
  ['active', '', ['ama', 'Ama', 'Boima']],
  ['unpaid', '', ['ama', 'Boima']],
  ['partial', '', ['Ama']],
  ['paid', '', ['Ruth', 'Saye']],
  ['somePaid', '', ['Boima', 'Ruth', 'Saye']],
  ['all', '0770000001', ['Ama']],
  ['all', 'whisky', ['Saye']],
  ['active', 'whisky', []],
])('shows %s, searched for %j', (filter, query, found) => {
  expect(names(shownOf(accounts, filter, query))).toEqual(found);
});

describe('the two lights', () => {
  const sections = (light: typeof TAB_LIGHT) =>
    sectionsOf(light, accounts).map(({ title, accounts: own }) => [title, names(own)]);

  it('begin with tonight, or with the oldest debt', () => {
    expect(sections(TAB_LIGHT)).toEqual([
      ['Tonight', ['Ama', 'Boima']],
      ['From before', ['ama']],
      ['Paid lately', ['Ruth', 'Saye']],
    ]);
    expect(sections(CREDIT_LIGHT)).toEqual([
      ['Oldest first', ['ama', 'Ama', 'Boima']],
      ['Paid', ['Ruth', 'Saye']],
    ]);
  });

  it('say how old a debt is, in minutes or in days', () => {
    expect([12, 65, 17 * 60, 3 * 24 * 60].map(TAB_LIGHT.ageText)).toEqual([
      '12 min',
      '1 h 5 min',
      '17 h',
      '3 days',
    ]);
    expect([12, 65, 17 * 60, 3 * 24 * 60].map(CREDIT_LIGHT.ageText)).toEqual([
      'Today',
      'Today',
      '1 day',
      '3 days',
    ]);
  });
});

it('puts the items of a day together, the latest day first', () => {
  const items = ['2026-11-18T20:00:00Z', '2026-11-21T20:00:00Z', '2026-11-21T21:00:00Z'].map(
    (createdAt, id) => item(id, { createdAt, currency: id === 1 ? 'LRD' : 'USD' }),
  );
  const days = daysOf(items, (iso) => iso.slice(0, 10));
  expect(days.map(({ date, pieces, total }) => [date, pieces, total.usd, total.lrd])).toEqual([
    ['2026-11-21', 12, 1200, 228_000],
    ['2026-11-18', 6, 1200, 0],
  ]);
});
