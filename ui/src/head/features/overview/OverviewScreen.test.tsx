/** All bars: loading, empty, error, the order of cards and alerts, money, and periods. */
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../../../test/fakeServer';
import { type } from '../../../test/fields';
import { open } from '../../test/open';
import { CAPE, figures, MAMBA, NO_FIGURES, overview, RED, report, row } from '../../test/rows';
import OverviewScreen from './OverviewScreen';

const TONIGHT = 'GET /api/head/overview?period=tonight';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});

const cards = () => [...document.querySelectorAll<HTMLElement>('.bar-card')];
const card = (name: string) => {
  const found = cards().find((one) => within(one).queryByRole('heading', { name }));
  if (!found) throw new Error(`no card of ${name}`);
  return within(found);
};

const THREE = overview(
  [
    row(CAPE, 'Cape Bar', figures('1204.50', { previousRevenue: '1075.40' })),
    row(RED, 'Red Light Spot', figures('0.00', { totalSales: 0, overShortUSD: '-12.00' }), {
      state: 'silent',
      stateText: 'Silent since 18 Nov',
    }),
    row(MAMBA, 'Mamba Grill', figures('868.00', { previousRevenue: '904.00' }), { flags: ['beside'] }),
  ],
  {
    total: figures('3133.60', {
      previousRevenue: '3013.08',
      revenueUSD: '2318.60',
      revenueLRD: '154850.00',
      totalSales: 642,
      openTabs: 14,
      overShortUSD: '-12.00',
      overShortLRD: '190.00',
    }),
    alerts: [
      { bar: CAPE, flag: 'clock', text: 'The clock of Cape Bar says 1 Jan 1970' },
      { bar: MAMBA, flag: 'beside', text: 'Two boxes of Mamba Grill send. The one of 21 Nov counts.' },
    ],
  },
);

it('shows the figures of all bars', async () => {
  fakeServer({ [TONIGHT]: { body: THREE } });
  open(OverviewScreen);
  expect(screen.getAllByText('Loading').length).toBeGreaterThan(0);
  const totals = within(await screen.findByRole('region', { name: 'Revenue' }));
  for (const text of [
    '$3,133.60',
    '+4 % on last week',
    '$2,318.60',
    'L$154,850',
    '642',
    '14',
    'Short $12.00',
    'Over L$190',
  ])
    expect(totals.getByText(text)).toBeTruthy();
  expect(screen.getByText(/^21 Nov 2026 · /)).toBeTruthy();
});

it('shows a card per bar: what needs a look first, then by revenue', async () => {
  fakeServer({ [TONIGHT]: { body: THREE } });
  open(OverviewScreen);
  await screen.findByText('Cape Bar');
  expect(cards().map((one) => within(one).getByRole('heading').textContent)).toEqual([
    'Mamba Grill',
    'Red Light Spot',
    'Cape Bar',
  ]);
  const cape = card('Cape Bar');
  for (const text of ['Live', '$1,204.50', '+12 % on last week', 'Exact', '2']) {
    expect(cape.getAllByText(text).length).toBeGreaterThan(0);
  }
  expect(cape.getByRole('link', { name: 'Cape Bar' }).getAttribute('href')).toBe(`/bars/${CAPE}`);
  expect(cape.getByRole('img').getAttribute('aria-label')).toBe('$1,204.50, last week $1,075.40');
  expect(card('Mamba Grill').getByText('−4 % on last week')).toBeTruthy();
  expect(card('Mamba Grill').getByText('Two boxes')).toBeTruthy();
});

it('shows no revenue of 0 for a bar that is silent', async () => {
  fakeServer({ [TONIGHT]: { body: THREE } });
  open(OverviewScreen);
  await screen.findByText('Red Light Spot');
  const red = card('Red Light Spot');
  expect(red.getByText('Silent since 18 Nov')).toBeTruthy();
  expect(red.getByText('–')).toBeTruthy();
  expect(red.getByText(/^As of /)).toBeTruthy();
  expect(red.queryByText('$0.00')).toBeNull();
  expect(red.getByText('Short $12.00')).toBeTruthy();
});

it('shows the most urgent alert first', async () => {
  fakeServer({ [TONIGHT]: { body: THREE } });
  open(OverviewScreen);
  await screen.findByText('Cape Bar');
  const shown = [...document.querySelectorAll('.alerts .alert')].map(({ textContent }) => textContent);
  expect(shown).toEqual([
    'Two boxes of Mamba Grill send. The one of 21 Nov counts.',
    'The clock of Cape Bar says 1 Jan 1970',
  ]);
});

it('names the bars that never sent', async () => {
  const never = row(RED, 'Red Light Spot', NO_FIGURES, {
    state: 'never',
    stateText: 'Not heard yet',
    asOf: null,
  });
  fakeServer({
    [TONIGHT]: { body: overview([row(CAPE, 'Cape Bar', figures('14.00')), never], { missing: [RED] }) },
  });
  open(OverviewScreen);
  expect(await screen.findByText('No figures yet: Red Light Spot')).toBeTruthy();
  expect(card('Red Light Spot').getAllByText('–').length).toBe(3);
});

it.each(['owner', 'manager'] as const)('is empty without bars, for the %s', async (role) => {
  fakeServer({ [TONIGHT]: { body: overview([]) } });
  open(OverviewScreen, { role });
  expect(await screen.findByText('No bars yet')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Add a bar' }) !== null).toBe(role === 'owner');
});

it('can be loaded again after a failure', async () => {
  fakeServer({ [TONIGHT]: (_, count) => (count === 1 ? { status: 500 } : { body: THREE }) });
  open(OverviewScreen);
  expect((await screen.findByRole('alert')).textContent).toContain('The figures could not be loaded');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Cape Bar')).toBeTruthy();
});

it('shows another period, also of dates', async () => {
  const requests = fakeServer({
    [TONIGHT]: { body: THREE },
    'GET /api/head/overview?period=month': {
      body: overview([row(CAPE, 'Cape Bar', figures('50.00', { previousRevenue: '100.00' }))]),
    },
    'GET /api/head/overview?from=2026-11-01&to=2026-11-07': {
      body: overview([row(CAPE, 'Cape Bar', figures('77.00'))], { from: '2026-11-01', to: '2026-11-07' }),
    },
  });
  open(OverviewScreen);
  await screen.findByText('Cape Bar');
  fireEvent.click(screen.getByLabelText('Month'));
  expect(await screen.findByText('−50 % on last month')).toBeTruthy();
  expect(location.search).toBe('?period=month');
  fireEvent.click(screen.getByLabelText('Dates'));
  type(screen.getByLabelText('From'), '2026-11-08');
  type(screen.getByLabelText('To'), '2026-11-07');
  expect(await screen.findByText('The first day must not be after the last')).toBeTruthy();
  type(screen.getByLabelText('From'), '2026-11-01');
  expect(await screen.findByText('$77.00')).toBeTruthy();
  expect(screen.getByText(/^1 Nov 2026 – 7 Nov 2026/)).toBeTruthy();
  expect(requests.some(({ path }) => path.includes('from=2026-11-08&to=2026-11-07'))).toBe(false);
});

it('shows this year beside the dates', async () => {
  fakeServer({
    [TONIGHT]: { body: THREE },
    'GET /api/head/overview?period=year': {
      body: overview([row(CAPE, 'Cape Bar', figures('300.00', { previousRevenue: '100.00' }))]),
    },
    'GET /api/head/overview?period=week': { body: THREE },
  });
  open(OverviewScreen, { at: '/?period=year' });
  expect(await screen.findByText('+200 % on last year')).toBeTruthy();
  expect((screen.getByLabelText('Dates') as HTMLInputElement).checked).toBe(true);
  expect((screen.getByLabelText('From') as HTMLInputElement).value).toBe(`${new Date().getFullYear()}-01-01`);
  fireEvent.click(screen.getByLabelText('Week'));
  await waitFor(() => expect(screen.queryByText('+200 % on last year')).toBeNull());
  expect(screen.queryByLabelText('From')).toBeNull();
});

it('draws the hours of each bar where there is room', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  const hour = (at: number, totalRevenue: string) => ({ bar: CAPE, hour: at, totalRevenue });
  fakeServer({
    [TONIGHT]: { body: THREE },
    'GET /api/head/reports/hours?period=tonight': { body: report([hour(1, '5.00'), hour(22, '10.00')]) },
  });
  open(OverviewScreen);
  await vi.waitFor(() => expect(document.querySelectorAll('.mini rect')).toHaveLength(4));
  const heights = [...document.querySelectorAll('.mini rect')].map((rect) => rect.getAttribute('height'));
  expect(heights).toEqual(['100%', '0%', '0%', '50%']);
});

it('prints, and makes a CSV of the days', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const requests = fakeServer({
    [TONIGHT]: { body: THREE },
    'GET /api/head/reports/days.csv?period=tonight': { body: 'bar' },
  });
  open(OverviewScreen);
  await screen.findByText('Cape Bar');
  fireEvent.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByRole('button', { name: 'CSV' }));
  await vi.waitFor(() => expect(requests.some(({ path }) => path.includes('days.csv'))).toBe(true));
});
