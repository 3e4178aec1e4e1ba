/** The public menus: sections, currencies, empty menus, and refetching. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { boxStore, UNKNOWN_BOX } from '../../api/box';
import type { MenuItem } from '../../api/types';
import { fakeServer } from '../../test/fakeServer';
import CustomerMenu from './CustomerMenu';
import { categoriesOf, tableOf } from './menuCategories';
import { followMenu, loadMenu, menuStore, REFETCH_MS } from './menuStore';
import PlainMenu from './PlainMenu';

const item = (id: number, name: string, more: Partial<MenuItem> = {}): MenuItem => ({
  id,
  name,
  brand: null,
  description: null,
  category: 'drinks',
  section: null,
  priceUSD: '2.00',
  priceLRD: '380.00',
  currency: 'USD',
  inStock: true,
  ...more,
});
const BEER = item(1, 'Club Beer', { description: 'Ice cold' });
const RICE = item(2, 'Jollof rice', { category: 'food', priceUSD: '5.00', priceLRD: '950.00' });
const CIGAR = item(3, 'Cohiba', { category: 'cigars', priceUSD: '25.00', inStock: false });

const open = (menu: object, answers: Parameters<typeof fakeServer>[0] = {}) =>
  fakeServer({
    'GET /api/menu': { body: menu },
    'GET /api/exchange-rate': { body: { rate: 190, updatedAt: '2026-11-21T12:00:00Z' } },
    ...answers,
  });

/** Starts a menu as `menu.tsx` does. */
let stop = () => {};
async function show(Menu: () => ReactNode) {
  stop();
  menuStore.set({});
  const withRate = Menu === CustomerMenu;
  render(<Menu />);
  stop = followMenu(withRate);
  await act(() => loadMenu(withRate));
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

describe('notes', () => {
  const NOTES = { tax: 'Prices include GST 13 %', serviceCharge: null, tableName: null };
  const withNotes = () => open({ drinks: [BEER] }, { 'GET /api/menu/notes': { body: NOTES } });
  afterEach(() => boxStore.set(null));

  it.each([CustomerMenu, PlainMenu])('stand below the title of both menus', async (Menu) => {
    boxStore.set({ ...UNKNOWN_BOX, tax: { mode: 'included' } });
    withNotes();
    await show(Menu);
    expect((await screen.findByText(NOTES.tax)).closest('header')).toBeTruthy();
  });

  it('are not asked for in a bar without tax and service charge', async () => {
    boxStore.set(UNKNOWN_BOX);
    const requests = withNotes();
    await show(CustomerMenu);
    expect(screen.queryByText(NOTES.tax)).toBeNull();
    expect(requests.map(({ path }) => path)).not.toContain('/api/menu/notes');
  });
});

describe('the table of the guest', () => {
  const NOTHING = { tax: null, serviceCharge: null, tableName: null };
  afterEach(() => history.replaceState(null, '', '/'));

  it.each([
    ['VIP', 'VIP'],
    [null, 'Table 4'],
  ])('called %s stands below the title as %s', async (tableName, said) => {
    history.replaceState(null, '', '/customer-menu?table=4');
    open({ drinks: [BEER] }, { 'GET /api/menu/notes?table=4': { body: { ...NOTHING, tableName } } });
    await show(CustomerMenu);
    expect((await screen.findByText(said)).closest('header')).toBeTruthy();
  });
});

describe('sections', () => {
  it('are in a fixed order, each with its currencies, without empty ones', () => {
    const sections = categoriesOf({ uncategorized: [BEER], cigars: [CIGAR], food: [], drinks: [BEER] });
    expect(sections.map(({ label, currencies }) => [label, ...currencies])).toEqual([
      ['Drinks', 'USD', 'LRD'],
      ['Cigars', 'USD'],
      ['Other', 'USD', 'LRD'],
    ]);
  });

  it('follow their first dish, and are linked from 13 dishes on', async () => {
    const drinks = Array.from({ length: 11 }, (_, at) =>
      item(10 + at, `Soda ${at}`, { section: 'Soft drinks' }),
    );
    const menu = { drinks: [item(1, 'Ale', { section: 'Beer' }), ...drinks] };
    open(menu);
    await show(PlainMenu);
    await screen.findByRole('heading', { name: 'Beer', level: 3 });
    expect(screen.queryByRole('navigation', { name: 'Sections of Drinks' })).toBeNull();
    cleanup();
    open({ drinks: [...menu.drinks, item(2, 'Tap water')], food: [RICE] });
    await show(CustomerMenu);
    const links = await screen.findByRole('navigation', { name: 'Sections of Drinks' });
    expect(links.textContent).toBe('BeerSoft drinksMore');
    expect(document.getElementById('drinks-2')?.textContent).toBe('Soft drinks');
    expect(screen.getByRole('link', { name: 'More' }).getAttribute('href')).toBe('#drinks-3');
    expect(screen.getByRole('heading', { name: 'Jollof rice', level: 3 })).toBeTruthy();
  });

  it('accept only a number as the table', () => {
    expect(['?table=7', '?table=0', '?table=x', '', '?table=12'].map(tableOf)).toEqual([
      '7',
      null,
      null,
      null,
      '12',
    ]);
  });
});

it('shows food in LRD only, cigars in USD only, and what is sold out', async () => {
  open({ drinks: [BEER], food: [RICE], cigars: [CIGAR] });
  await show(CustomerMenu);
  expect((await screen.findByRole('region', { name: 'Food' })).textContent).toBe(
    'FoodLRDJollof riceL$950.00',
  );
  expect(screen.getByRole('region', { name: 'Cigars' }).textContent).toBe(
    'CigarsUSDCohiba$25.00Out of Stock',
  );
  expect(screen.getByRole('region', { name: 'Drinks' }).textContent).toContain('$2.00L$380.00Ice cold');
  expect(screen.getByText('1 USD = 190 LRD')).toBeTruthy();
});

it('shows the text of each menu when it is empty', async () => {
  open({});
  await show(CustomerMenu);
  expect(await screen.findByText('Menu coming soon...')).toBeTruthy();
  await show(PlainMenu);
  expect(await screen.findByText('No menu items available')).toBeTruthy();
});

it('can be loaded again after a failure', async () => {
  open({}, { 'GET /api/menu': (_, count) => (count === 1 ? 'lost' : { body: { drinks: [BEER] } }) });
  await show(PlainMenu);
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Club Beer')).toBeTruthy();
});

it('refetches every minute and when the page becomes visible, and keeps the old menu when that fails', async () => {
  const prices = ['2.00', '2.50', '3.00'];
  const requests = open(
    {},
    {
      'GET /api/menu': (_, count) =>
        prices[count - 1] ? { body: { drinks: [{ ...BEER, priceUSD: prices[count - 1] }] } } : 'lost',
    },
  );
  await show(PlainMenu);
  expect(await screen.findByText('$2.00')).toBeTruthy();
  act(() => void vi.advanceTimersByTime(REFETCH_MS));
  expect(await screen.findByText('$2.50')).toBeTruthy();
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(await screen.findByText('$3.00')).toBeTruthy();
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await vi.waitFor(() => expect(requests.filter(({ path }) => path === '/api/menu').length).toBe(4));
  expect(screen.getByText('$3.00')).toBeTruthy();
});
