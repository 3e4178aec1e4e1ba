/** Tables with names and areas: the chips that choose an area, and names wherever 'Table 4' would stand. */
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { order, table } from '../../../test/orders';
import { open, opened, press, resetTables } from '../test/tableService';
import { ALL_AREAS, areasOf, tablesIn } from './areas';

const NAMED = [
  table(1, { area: 'Inside' }),
  table(4, { name: 'VIP', area: 'Terrace', status: 'occupied' }),
  table(5, { area: 'Terrace' }),
  table(6),
];
const shown = () =>
  within(screen.getByRole('region', { name: 'Restaurant Tables' }))
    .getAllByRole('button')
    .map((tile) => tile.getAttribute('aria-label'));

beforeEach(resetTables);

it('are in the order of their tables, each once', () => {
  expect(areasOf(NAMED)).toEqual(['Inside', 'Terrace']);
  expect(areasOf([table(1)])).toEqual([]);
});

it('hold their tables; one that is gone shows all', () => {
  const numbers = (area: string) => tablesIn(area, NAMED).map(({ tableNumber }) => tableNumber);
  expect(numbers('Terrace')).toEqual([4, 5]);
  expect(numbers(ALL_AREAS)).toEqual([1, 4, 5, 6]);
  expect(numbers('Roof')).toEqual([1, 4, 5, 6]);
});

it('are chosen by a chip', async () => {
  await open({ 'GET /api/tables': { body: NAMED }, 'GET /api/orders': { body: [] } });
  const chips = within(await screen.findByRole('radiogroup', { name: 'Area' }));
  expect(chips.getAllByRole('radio')).toHaveLength(3);
  expect(shown()).toEqual(['Table 1', 'VIP', 'Table 5', 'Table 6']);
  fireEvent.click(chips.getByRole('radio', { name: 'Terrace' }));
  await waitFor(() => expect(shown()).toEqual(['VIP', 'Table 5']));
  fireEvent.click(chips.getByRole('radio', { name: 'All' }));
  await waitFor(() => expect(shown()).toHaveLength(4));
});

it('are not shown in a bar without them', async () => {
  await open();
  expect(screen.queryByRole('radiogroup', { name: 'Area' })).toBeNull();
});

it('call a table by its name on its tile, its bill and its orders', async () => {
  const named = order(1, { tableName: 'VIP' });
  await open({ 'GET /api/tables': { body: NAMED }, 'GET /api/orders': { body: [named] } });
  const tile = screen.getByRole('button', { name: 'VIP' });
  expect(tile.querySelector('.number')?.textContent).toBe('VIP');
  press('VIP');
  expect(await opened('VIP')).toBeTruthy();
  expect(screen.queryByText('Table 4')).toBeNull();
});

it('ask before a named table with an unpaid order is freed', async () => {
  const named = order(1, { tableName: 'VIP' });
  await open({ 'GET /api/tables': { body: NAMED }, 'GET /api/orders': { body: [named] } });
  fireEvent.click(screen.getByRole('radio', { name: 'Seats' }));
  press('Free VIP');
  expect(await opened('Free VIP?')).toBeTruthy();
});
