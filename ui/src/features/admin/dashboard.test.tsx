/** The admin dashboard's warnings and its list of first steps. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../api/http/query';
import { formatDate } from '../../lib/format';
import { nextAfter, type SetupState, stepAt, stepsOf } from '../../parts/first-steps/steps';
import { listStore } from '../../parts/first-steps/useSteps';
import { SETUP } from '../../test/cash';
import { fakeServer, type RecordedCall } from '../../test/fakeServer';
import { signInAs } from '../../test/people';
import { QUERIES_DONE, QueriesDone } from '../../test/QueriesDone';
import { isRecent, latestJump } from './clock';
import FirstSteps from './FirstSteps';
import { Needs } from './tonight/Needs';

const JUMPS = '/api/admin/audit?kind=box.clock_jumped&limit=1';
const SEEDED = Array.from({ length: 12 }, (_, at) => ({
  tableNumber: at + 1,
  capacity: [2, 4, 6][Math.floor(at / 4)] ?? 0,
}));

beforeEach(() => {
  queryClient.clear();
  signInAs('admin');
});

describe('warnings', () => {
  function open(answers: Parameters<typeof fakeServer>[0]): RecordedCall[] {
    const requests = fakeServer({ [`GET ${JUMPS}`]: { body: [] }, ...answers });
    render(
      <QueryClientProvider client={queryClient}>
        <Needs needs={[]} />
      </QueryClientProvider>,
    );
    return requests;
  }

  it('report an overdue backup, a changed address and a clock jump', async () => {
    open({
      'GET /api/backups': { body: { overdue: true, ageSeconds: 200_000 } },
      'GET /api/network': { body: { addressChanged: true } },
      [`GET ${JUMPS}`]: {
        body: [
          { seq: 9, at: new Date().toISOString(), summary: 'The clock of the box jumped 90 minutes back' },
        ],
      },
    });
    await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(3));
    expect(screen.getByText(/^Last verified backup: 2 days ago\./)).toBeTruthy();
    expect(screen.getByText(/^The clock of the box jumped 90 minutes back \(/)).toBeTruthy();
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/settings/backups',
      '/qr?all',
      '/audit',
    ]);
  });

  it('report a failing remote backup and an unreachable second box', async () => {
    open({
      'GET /api/backups': { body: { overdue: false, ageSeconds: 60, remote: { error: 'no answer' } } },
      'GET /api/network': { body: { addressChanged: false } },
      'GET /api/standby': { body: { state: 'away' } },
    });
    await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(2));
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/settings/backups',
      '/settings/second',
    ]);
    expect(screen.getByText(/If it was promoted, stop this box\./)).toBeTruthy();
  });

  it('report cash without a till, where the bar has tills', async () => {
    open({
      'GET /api/cash/setup': { body: SETUP },
      'GET /api/reports/cash': {
        body: { unassigned: { count: 3, amountUSD: '6.00', amountLRD: '0.00' } },
      },
    });
    expect(await screen.findByText(/^3 cash payments have no till/)).toBeTruthy();
    expect(screen.getByRole('link').getAttribute('href')).toBe('/shifts/report');
  });

  it.each([
    [30, 1],
    [32, 0],
  ])('report a change of tax from 30 days before, here in %i days', async (days, shown) => {
    const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const classes = [{ id: 'standard', name: 'Standard', before: 'GST 13 %', after: 'VAT 18 %' }];
    open({ 'GET /api/tax/changes': { body: [{ from: day, mode: null, classes, products: 4 }] } });
    await waitFor(() => expect(queryClient.getQueryData(['/api/tax/changes'])).toBeTruthy());
    const links = screen.queryAllByRole('link', { name: 'Price Assistant' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(Array(shown).fill('/price-assistant'));
    const text = new RegExp(`^On ${formatDate(day)} GST 13 % becomes VAT 18 %. Check your prices.`);
    expect(screen.queryAllByText(text)).toHaveLength(shown);
  });

  it('say that head office sends a new admin, and lead to the question', async () => {
    const body = { username: 'jane', firstName: 'Jane', lastName: null };
    open({
      'GET /api/head-link': { body: { state: 'ok', directives: { waiting: 1, applied: 0, refused: 0 } } },
      'GET /api/head-link/directives': {
        body: [{ number: 7, asks: true, kind: 'user.set', by: 'Mary', body }],
      },
    });
    expect(await screen.findByText(/^Head office sends a new admin: Jane/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Decide' }).getAttribute('href')).toBe('/settings/head');
  });

  it('are hidden when all is well', async () => {
    const requests = open({
      'GET /api/backups': { body: { overdue: false, ageSeconds: 60 } },
      'GET /api/network': { body: { addressChanged: false } },
      'GET /api/standby': { body: { state: 'ok' } },
    });
    await waitFor(() => expect(requests).toHaveLength(7));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(screen.getByText('Nothing. The night runs by itself.')).toBeTruthy();
  });

  it('find a clock jump behind empty pages, and show it for a week', async () => {
    const pages = [
      { body: '[]', link: `<${JUMPS}&before=50>; rel="next"` },
      { body: '[{"seq":3,"at":"2026-11-20T10:00:00Z"}]', link: '' },
    ];
    const requests: string[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      const page = pages[requests.length];
      requests.push(url);
      return new Response(page?.body, { headers: { Link: page?.link ?? '' } });
    });
    expect(await latestJump()).toMatchObject({ seq: 3 });
    expect(requests).toEqual([JUMPS, `${JUMPS}&before=50`]);
    const now = Date.parse('2026-11-21T10:00:00Z');
    expect(isRecent('2026-11-14T10:00:01Z', now)).toBe(true);
    expect(isRecent('2026-11-14T10:00:00Z', now)).toBe(false);
  });
});

describe('the first steps', () => {
  const nothing: SetupState = {
    settings: {
      businessName: 'Barback',
      cash: { lrdCoins: null },
      startScreen: { chosen: false },
    },
    rates: [{}],
    products: [],
    tables: SEEDED,
    tablesSeen: false,
    printers: [{ lastSeenAt: null }],
    users: [{ id: 1 }],
    network: { printedAt: null },
  };
  const everything: SetupState = {
    settings: {
      businessName: 'Sunset',
      cash: { lrdCoins: false },
      startScreen: { chosen: true },
    },
    rates: [{}, {}],
    products: [{ id: 1 }],
    tables: SEEDED.slice(1),
    tablesSeen: false,
    printers: [{ lastSeenAt: '2026-11-21T10:00:00Z' }],
    users: [{ id: 1 }, { id: 2 }],
    network: { printedAt: '2026-11-21T10:00:00Z' },
  };

  it('are ticked off automatically from the state of the box', () => {
    expect(stepsOf(nothing).map(({ done }) => done)).toEqual(Array(9).fill(false));
    expect(stepsOf(everything).map(({ done }) => done)).toEqual(Array(9).fill(true));
    const unknown = Object.fromEntries(Object.keys(nothing).map((key) => [key, undefined]));
    expect(stepsOf(unknown as unknown as SetupState).some(({ done }) => done)).toBe(false);
  });

  it('are a path that goes on with the next one that is not done, and then those before', () => {
    const steps = stepsOf({ ...nothing, products: [{ id: 1 }] });
    const at = (href: string) => steps.findIndex((step) => step.href === href);
    expect(nextAfter(steps, -1)).toBe(0);
    expect(nextAfter(steps, at('/settings/cash'))).toBe(at('/settings/tables'));
    expect(nextAfter(steps, steps.length - 1)).toBe(0);
    expect(nextAfter(stepsOf(everything), 0)).toBeNull();
    expect(stepAt(steps, '/qr', 'all')).toBe(at('/qr?all'));
    expect(stepAt(steps, '/inventory', 'q=beer')).toBe(at('/inventory'));
    expect(stepAt(steps, '/admin', '')).toBe(-1);
    expect(stepAt(steps, '/sales', '')).toBe(-1);
  });

  function open(facts: SetupState, printers: object = { body: facts.printers }) {
    listStore.set(true);
    let settings = facts.settings;
    const answers: Parameters<typeof fakeServer>[0] = {
      'GET /api/settings': () => ({ body: settings }),
      'PUT /api/settings': (call) => {
        settings = { ...nothing.settings, ...(call.body as object) } as NonNullable<SetupState['settings']>;
        if (settings.startScreen !== nothing.settings?.startScreen)
          settings = { ...settings, startScreen: { ...settings.startScreen, chosen: true } };
        return { body: settings };
      },
      'GET /api/exchange-rate/history?limit=10': { body: facts.rates },
      'GET /api/products': { body: facts.products },
      'GET /api/tables': { body: facts.tables },
      'GET /api/printers': printers,
      'GET /api/users': { body: facts.users },
      'GET /api/network': { body: facts.network },
    };
    fakeServer(answers);
    render(
      <QueryClientProvider client={queryClient}>
        <FirstSteps />
        <QueriesDone
          urls={Object.keys(answers)
            .filter((call) => call.startsWith('GET '))
            .map((call) => call.replace('GET ', ''))}
        />
      </QueryClientProvider>,
    );
  }

  it('link to the screen where each is done', async () => {
    open({ ...nothing, products: [{ id: 1 }] });
    const list = within(await screen.findByRole('region', { name: 'First steps' }));
    expect(list.getByText('1 of 9 done')).toBeTruthy();
    expect(list.getByRole('link', { name: 'Add your products (done)' })).toBeTruthy();
    expect(list.getByRole('link', { name: 'Set up tables' }).getAttribute('href')).toBe('/settings/tables');
    expect(list.getByRole('link', { name: 'Add your staff' }).getAttribute('href')).toBe('/admin?show=users');
  });

  it('include the question about coins', async () => {
    open(nothing);
    const list = within(await screen.findByRole('region', { name: 'First steps' }));
    const question = list.getByRole('radiogroup', { name: 'Do you give L$5 and L$10 coins?' });
    expect(list.getByRole('link', { name: 'Notes, coins and tills' }).getAttribute('href')).toBe(
      '/settings/cash',
    );
    fireEvent.click(within(question).getByRole('radio', { name: 'No' }));
    expect(await list.findByText('1 of 9 done')).toBeTruthy();
    expect(within(question).getByRole('radio', { name: 'No' })).toHaveProperty('checked', true);
  });

  it('include the question where bartenders start, which has no answer until the bar gives one', async () => {
    open(nothing);
    const list = within(await screen.findByRole('region', { name: 'First steps' }));
    const question = within(list.getByRole('radiogroup', { name: 'Bartenders start at' }));
    for (const name of ['Sales', 'Till'])
      expect(question.getByRole('radio', { name })).toHaveProperty('checked', false);
    fireEvent.click(question.getByRole('radio', { name: 'Till' }));
    expect(await list.findByText('1 of 9 done')).toBeTruthy();
    expect(question.getByRole('radio', { name: 'Till' })).toHaveProperty('checked', true);
  });

  it('count the tables as done once an admin has opened their settings', async () => {
    open(nothing);
    fireEvent.click(await screen.findByRole('link', { name: 'Set up tables' }));
    cleanup();
    open(nothing);
    expect(await screen.findByRole('link', { name: 'Set up tables (done)' })).toBeTruthy();
  });

  it('are hidden while the state of a step is unknown', async () => {
    open(nothing, { status: 500, body: { message: 'Something went wrong', code: 'internal' } });
    await screen.findByText(QUERIES_DONE);
    expect(queryClient.getQueryCache().find({ queryKey: ['/api/printers'] })?.state.status).toBe('error');
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('disappear when all are done, and on Later', async () => {
    open(everything);
    await waitFor(() => expect(localStorage.getItem('barback_first_steps')).toBe('done'));
    expect(screen.queryByRole('region')).toBeNull();

    localStorage.clear();
    queryClient.clear();
    open(nothing);
    fireEvent.click(await screen.findByRole('button', { name: 'Later' }));
    expect(screen.queryByRole('region')).toBeNull();
    expect(localStorage.getItem('barback_first_steps')).toBe('hidden');
  });
});
