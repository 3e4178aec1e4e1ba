/** The open tabs that are offered for a cart. */
import { expect, it } from 'vitest';
import type { CreditItem, Tab } from '../../api/types';
import { ageText, matching, openTabs } from './openTabs';

const NOW = Date.parse('2026-11-21T22:00:00Z');
const tab = (customerName: string, status: Tab['status'], ...created: string[]) =>
  ({
    customerName,
    customerPhone: '0770 55 12 40',
    status,
    items: created.map((createdAt) => ({ createdAt, status: 'active' }) as CreditItem),
  }) as Tab;
const TABS = [
  tab('Saye', 'unpaid', '2026-11-17T21:00:00Z', '2026-11-21T21:50:00Z'),
  tab('Ruth', 'paid', '2026-11-21T21:00:00Z'),
  tab('Fatu', 'partial', '2026-11-21T21:19:00Z'),
  tab('Boima', 'unpaid', '2026-11-21T21:48:00Z'),
];

it('are those of tonight first, by their oldest debt', () => {
  const offered = openTabs(TABS, NOW);
  expect(offered.map(({ tab, age, tonight }) => [tab.customerName, ageText(age), tonight])).toEqual([
    ['Boima', '12 min', true],
    ['Fatu', '41 min', true],
    ['Saye', '4 days', false],
  ]);
  expect(matching(offered, 'fa').map(({ tab }) => tab.customerName)).toEqual(['Fatu']);
  expect(matching(offered, '07705512')).toHaveLength(3);
});

it.each([
  ['2026-10-22', '30 days'],
  [null, '1 day'],
])('count an old debt since %s as one from before: %s', (since, age) => {
  const item = { kind: 'old_debt', since, createdAt: '2026-11-21T21:59:00Z', status: 'active' } as CreditItem;
  const [old] = openTabs([{ ...tab('Toe', 'unpaid'), items: [item] }], NOW);
  expect([old?.tonight, ageText(old?.age ?? 0)]).toEqual([false, age]);
});

it('say how long they are open', () => {
  expect([0, 59, 60, 65, 130, 24 * 60, 3 * 24 * 60].map(ageText)).toEqual([
    ...['0 min', '59 min', '1 h', '1 h 5 min', '2 h 10 min', '1 day', '3 days'],
  ]);
});
