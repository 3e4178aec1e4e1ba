/** The page of a bar: its figures, and its box for owners alone. */
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { fakeServer, type RecordedCall, refusal } from '../../../test/fakeServer';
import { toastStore } from '../../../ui/feedback/toast';
import type { Line } from '../../api/types';
import { open } from '../../test/open';
import { bar, CAPE, figures, overview, report, row } from '../../test/rows';
import BarScreen from './BarScreen';
import EntriesScreen from './EntriesScreen';

const BAR = `/api/head/bars/${CAPE}`;
const OVERVIEW = `GET /api/head/overview?period=tonight&bars=${CAPE}`;
const reportOf = (name: string) => `GET /api/head/reports/${name}?period=tonight&bars=${CAPE}`;

const line = (name: string, state: Line['state'], entries = 0): Line => ({
  line: name,
  state,
  began: '2026-11-21T20:00:00Z',
  parent: null,
  fromSeq: 900,
  seq: 1000,
  box: 'f00dbabe00',
  lastSeenAt: '2026-11-21T22:00:00Z',
  knownHereOnly: { entries, receipts: 41, totalRevenue: '95.50' },
});

const ANSWERS = {
  [OVERVIEW]: {
    body: overview([row(CAPE, 'Cape Bar', figures('14.00'))], {
      alerts: [{ bar: CAPE, flag: 'here_only', text: 'Cape Bar: 41 receipts are known here only' }],
    }),
  },
  [reportOf('hours')]: {
    body: report([
      { bar: CAPE, hour: 21, totalRevenue: '10.00' },
      { bar: CAPE, hour: 0, totalRevenue: '4.00' },
    ]),
  },
  [reportOf('products')]: {
    body: report([
      {
        chainId: null,
        bar: CAPE,
        name: 'Club Beer',
        category: 'drinks',
        totalQuantity: 2,
        totalRevenue: '4.00',
      },
    ]),
  },
  [reportOf('people')]: {
    body: report([{ bar: CAPE, userName: 'Musu', totalRevenue: '14.00', totalSales: 3 }]),
  },
  [reportOf('takings')]: {
    body: report([
      { bar: CAPE, method: 'cash', currency: 'USD', amount: '4.00' },
      { bar: CAPE, method: 'orange_money', currency: 'LRD', amount: '1925.00' },
    ]),
  },
  [reportOf('exceptions')]: { body: report([]) },
  [reportOf('shifts')]: { body: report([]) },
  [reportOf('open')]: { status: 500 },
  [reportOf('stock')]: {
    body: report([{ bar: CAPE, productName: 'Gin', level: 0, portions: null, par: 6, state: 'out' }]),
  },
  [`GET ${BAR}`]: { body: bar(CAPE, 'Cape Bar') },
  'GET /api/head/bars': { body: [bar(CAPE, 'Cape Bar')] },
  [`GET ${BAR}/lines`]: { body: [line('aaaa', 'current'), line('bbbb', 'ended', 100)] },
};

function show(role: 'owner' | 'manager', more: Parameters<typeof fakeServer>[0] = {}): RecordedCall[] {
  const requests = fakeServer({ ...ANSWERS, ...more });
  open(BarScreen, { role, at: `/bars/${CAPE}`, route: '/bars/:bar' });
  return requests;
}
const part = async (name: string) => within(await screen.findByRole('region', { name }));

it('shows the figures of the bar', async () => {
  show('manager');
  expect(await screen.findByRole('heading', { name: 'Cape Bar', level: 1 })).toBeTruthy();
  expect(screen.getByText('Cape Bar: 41 receipts are known here only')).toBeTruthy();
  expect((await part('Revenue')).getByText('$14.00')).toBeTruthy();
  expect(await (await part('By hour')).findByText('12 AM')).toBeTruthy();
  expect(await (await part('Top products')).findByText('2 sold')).toBeTruthy();
  expect(await (await part('Staff')).findByText('3 receipts')).toBeTruthy();
  const takings = await part('Takings');
  expect(await takings.findByText('Cash, US$')).toBeTruthy();
  expect(takings.getByText('L$1,925')).toBeTruthy();
  expect(await (await part('Voids and discounts')).findByText('No voids or discounts')).toBeTruthy();
  expect(await (await part('Shifts')).findByText('No shifts')).toBeTruthy();
  expect(await (await part('Low stock')).findByText('Out of Stock')).toBeTruthy();
});

it('says which part could not be loaded, and keeps the others', async () => {
  show('manager');
  expect(await (await part('Open')).findByText('The figures could not be loaded')).toBeTruthy();
  expect(await (await part('Staff')).findByText('Musu')).toBeTruthy();
});

it('shows the box to owners alone', async () => {
  const requests = show('manager');
  await (await part('Staff')).findByText('Musu');
  expect(screen.queryByText('The box')).toBeNull();
  expect(requests.some(({ path }) => path === BAR || path.endsWith('/lines'))).toBe(false);
});

it('lets owners replace the box, and download books and files', async () => {
  show('owner');
  const box = await part('The box');
  const href = (name: string) => box.getByRole('link', { name }).getAttribute('href');
  expect(href('Replace the box')).toBe(`/add?bar=${CAPE}`);
  expect(href('Download the books')).toBe(`${BAR}/books`);
  expect(href('File for the box')).toBe(`${BAR}/file`);
  expect(box.getByText('6,214')).toBeTruthy();
  expect(box.getByText('1 USD = 190 LRD')).toBeTruthy();
});

it('revokes the box after it has asked', async () => {
  const requests = show('owner', { [`DELETE ${BAR}/boxes/f00dbabe00`]: { status: 204 } });
  fireEvent.click((await part('The box')).getByRole('button', { name: 'Revoke the box' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Revoke the box of Cape Bar?' }));
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(false);
  fireEvent.click(dialog.getByRole('button', { name: 'Revoke the box' }));
  await waitFor(() => expect(toastStore.get()?.title).toBe('The box is revoked'));
});

it('tells the boxes of a bar apart', async () => {
  const cape = bar(CAPE, 'Cape Bar');
  const [first] = cape.boxes;
  if (!first) throw new Error('a bar has a box');
  const other = { ...first, box: 'cafecafe00', counted: false };
  show('owner', { [`GET ${BAR}`]: { body: { ...cape, boxes: [first, other] } } });
  const box = await part('The box');
  expect(box.getByText('Counts')).toBeTruthy();
  expect(box.getByText('Does not count')).toBeTruthy();
  expect(box.getByRole('button', { name: 'Revoke the box cafecafe' })).toBeTruthy();
});

it('shows the entries of a history, and finds some of them', async () => {
  const entry = (seq: number, summary: string) => ({
    seq,
    at: '2026-11-21T20:00:00Z',
    userName: 'Musu',
    kind: 'sales.recorded',
    summary,
  });
  const URL = `${BAR}/lines/bbbb/entries`;
  fakeServer({
    ...ANSWERS,
    [`GET ${URL}`]: {
      body: [entry(1000, 'Sold 1 × Gin')],
      headers: { Link: `<${URL}?before=1000>; rel="next"` },
    },
    [`GET ${URL}?before=1000`]: { body: [entry(999, 'Sold 2 × Rice')] },
    // Head office has searched a part, and found nothing in it.
    [`GET ${URL}?q=beer`]: { body: [], headers: { Link: `<${URL}?q=beer&before=500>; rel="next"` } },
    [`GET ${URL}?q=beer&before=500`]: { body: [entry(20, 'Sold 3 × Club Beer')] },
  });
  open(EntriesScreen, { at: `/bars/${CAPE}/lines/bbbb`, route: '/bars/:bar/lines/:line' });
  expect(await screen.findByText('Sold 1 × Gin')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show older' }));
  expect(await screen.findByText('Sold 2 × Rice')).toBeTruthy();
  expect(screen.getByText('First entry of this history')).toBeTruthy();
  fireEvent.input(screen.getByLabelText('Search'), { target: { value: ' beer ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Find' }));
  await waitFor(() => expect(screen.queryByText('Sold 1 × Gin')).toBeNull());
  fireEvent.click(await screen.findByRole('button', { name: 'Show older' }));
  expect(await screen.findByText('Sold 3 × Club Beer')).toBeTruthy();
});

it('lets owners choose other books, and says why that failed', async () => {
  const requests = show('owner', {
    [`PUT ${BAR}/lines/bbbb`]: refusal(409, 'conflict', 'The figures of these books are not whole yet'),
  });
  const lines = await part('Histories');
  expect(await lines.findByText('Known here only: 100 entries, 41 receipts, $95.50')).toBeTruthy();
  expect(lines.getAllByRole('button')).toHaveLength(1);
  fireEvent.click(lines.getByRole('button', { name: /^Use these books/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Use these books for Cape Bar?' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Use these books' }));
  await waitFor(() =>
    expect(toastStore.get()?.description).toBe('The figures of these books are not whole yet'),
  );
  expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({ state: 'current' });
});

it('renames the bar', async () => {
  const requests = show('owner', { [`PUT ${BAR}`]: { body: bar(CAPE, 'Cape Beach Bar') } });
  const field = (await part('The box')).getByLabelText('Name of the bar');
  fireEvent.input(field, { target: { value: ' Cape Beach Bar ' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Save Name' }));
  await waitFor(() => expect(toastStore.get()?.title).toBe('Name saved'));
  expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({ name: 'Cape Beach Bar' });
});

it('shows nothing of a bar that the user may not see', async () => {
  show('manager', { [OVERVIEW]: refusal(404, 'not_found', 'There is no such bar') });
  expect(await screen.findByText('There is no such bar')).toBeTruthy();
  expect(screen.queryByText('Staff')).toBeNull();
});
