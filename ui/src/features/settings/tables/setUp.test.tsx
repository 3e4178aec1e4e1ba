/** How many tables a new bar has, and how many seats are at each. */
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import type { Table } from '../../../api/types';
import { refusal } from '../../../test/fakeServer';
import { type } from '../../../test/fields';
import { openPage, resetTestState } from '../test/open';
import { changesTo } from './setUp';

const table = (tableNumber: number, capacity = 4, name: string | null = null): Table => ({
  id: 100 + tableNumber,
  tableNumber,
  name,
  area: null,
  capacity,
  status: 'available',
  occupiedAt: null,
});
const SEEDED = Array.from({ length: 12 }, (_, at) => table(at + 1, [2, 4, 6][Math.floor(at / 4)]));

beforeEach(resetTestState);

const NO_ORDER = { 'GET /api/orders?limit=1': { body: [] } };

/** The form, once the tables are there. */
const isShown = () => screen.findByRole('form', { name: 'Set up tables' });
const form = () => within(screen.getByRole('form', { name: 'Set up tables' }));
const setUp = () => fireEvent.click(form().getByRole('button', { name: 'Set up tables' }));

it('makes as many tables as a bar without tables says, in one step', async () => {
  let tables: Table[] = [];
  await openPage('tables', {
    ...NO_ORDER,
    'GET /api/tables': () => ({ body: tables }),
    'POST /api/tables': ({ body }) => {
      const { tableNumber, capacity } = body as Record<string, string>;
      const made = table(Number(tableNumber), Number(capacity));
      tables = [...tables, made];
      return { status: 201, body: made };
    },
  });
  await isShown();
  type(form().getByLabelText('How many tables?'), '3');
  type(form().getByLabelText('Seats at each'), '6');
  setUp();
  expect(await screen.findByText('3 tables set up')).toBeTruthy();
  expect(await screen.findByText('Table 3')).toBeTruthy();
  expect(screen.getAllByText('6 seats')).toHaveLength(3);
  expect(screen.queryByRole('form', { name: 'Set up tables' })).toBeNull();
});

it('goes on where a try ended, and makes no table twice', async () => {
  let tables: Table[] = [];
  let refuses = true;
  const requests = await openPage('tables', {
    ...NO_ORDER,
    'GET /api/tables': () => ({ body: tables }),
    'POST /api/tables': ({ body }) => {
      const number = Number((body as Record<string, string>).tableNumber);
      if (number === 2 && refuses) return refusal(503, 'read_only', 'The disk is full');
      tables = [...tables, table(number)];
      return { status: 201, body: table(number) };
    },
  });
  await isShown();
  type(form().getByLabelText('How many tables?'), '3');
  setUp();
  expect(await screen.findByText('The disk is full')).toBeTruthy();
  expect(await screen.findByText('Table 1')).toBeTruthy();
  refuses = false;
  setUp();
  expect(await screen.findByText('3 tables set up')).toBeTruthy();
  const made = requests.filter(({ method }) => method === 'POST');
  expect(made.map(({ body }) => (body as { tableNumber: string }).tableNumber)).toEqual(['1', '2', '2', '3']);
  expect(made[1]?.headers.get('Idempotency-Key')).toBe(made[2]?.headers.get('Idempotency-Key'));
});

it('asks for whole numbers, and not where the tables are no longer those of a fresh box', async () => {
  await openPage('tables', { ...NO_ORDER, 'GET /api/tables': { body: SEEDED } });
  await isShown();
  type(form().getByLabelText('How many tables?'), '600');
  type(form().getByLabelText('Seats at each'), '');
  setUp();
  expect(await screen.findByText('From 1 to 60')).toBeTruthy();
  expect(screen.getByText('From 1 to 100')).toBeTruthy();
});

it('asks before it deletes tables', async () => {
  let tables = [...SEEDED];
  const removals = SEEDED.slice(11).map(({ id }) => [
    `DELETE /api/tables/${id}`,
    () => {
      tables = tables.filter((one) => one.id !== id);
      return { status: 204 };
    },
  ]);
  const changes = SEEDED.map((one) => [`PUT /api/tables/${one.id}`, { body: { ...one, capacity: 4 } }]);
  const requests = await openPage('tables', {
    ...NO_ORDER,
    'GET /api/tables': () => ({ body: tables }),
    ...Object.fromEntries([...removals, ...changes]),
  });
  await isShown();
  type(form().getByLabelText('How many tables?'), '11');
  setUp();
  const question = within(await screen.findByRole('dialog', { name: 'Delete 1 table?' }));
  fireEvent.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  setUp();
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('11 tables set up')).toBeTruthy();
  expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

it('is not shown to a bar that takes orders', async () => {
  await openPage('tables', {
    'GET /api/orders?limit=1': { body: [{ id: 1 }] },
    'GET /api/tables': { body: SEEDED },
  });
  expect(await screen.findByText('Table 12')).toBeTruthy();
  expect(screen.queryByRole('form', { name: 'Set up tables' })).toBeNull();
});

it('changes the tables of a fresh box into those that are wanted', () => {
  const changes = changesTo(SEEDED, 13, 4);
  expect(changes.map((change) => change.what)).toEqual([...Array(8).fill('seats'), 'add']);
  expect(changesTo(SEEDED, 4, 2)).toEqual(SEEDED.slice(4).map((one) => ({ what: 'remove', table: one })));
  expect(changesTo([table(9, 4, 'VIP')], 1, 4)).toEqual([{ what: 'add', tableNumber: 1 }]);
});
