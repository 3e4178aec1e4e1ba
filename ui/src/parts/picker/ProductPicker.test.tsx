/** The picker of a sheet: tiles, their counts, search with Enter, and the order of the best sellers. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/preact';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient, refresh } from '../../api/http/query';
import type { Product } from '../../api/types';
import { fakeServer } from '../../test/fakeServer';
import { type } from '../../test/fields';
import { signInAs } from '../../test/people';
import { BEER, product, RICE } from '../../test/products';
import { ProductPicker } from './ProductPicker';

const OUT = product(3, 'Smirnoff Ice', { stock: 0 });
const WINE = product(4, 'House wine', { stock: 2 });
const PRODUCTS = [BEER, WINE, OUT, RICE];

beforeEach(() => {
  queryClient.clear();
  signInAs('bartender');
});

const codes: string[] = [];

function Host({ order }: { order?: boolean }) {
  const [quantities, setQuantities] = useState<ReadonlyMap<number, number>>(new Map());
  const by = (step: number) => (one: Product) =>
    setQuantities((before) => new Map([...before, [one.id, (before.get(one.id) ?? 0) + step]]));
  return (
    <ProductPicker
      order={order}
      quantities={quantities}
      onAdd={by(1)}
      onCode={(code) => codes.push(code)}
      onLess={by(-1)}
    />
  );
}

async function open(order = false, best: object = { salesCount: 0, products: [] }) {
  const requests = fakeServer({
    'GET /api/products': { body: PRODUCTS },
    'GET /api/products/best-sellers': { body: best },
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Host order={order} />
    </QueryClientProvider>,
  );
  await screen.findByText('Club Beer');
  return requests;
}

const tile = (name: string) => within(screen.getByText(name).closest('li') as HTMLElement);
const press = (name: string | RegExp, on: string) => fireEvent.click(tile(on).getByRole('button', { name }));
const count = (name: string) => tile(name).getByText(/^\d+$/, { selector: '.count' }).textContent;

describe('a tile', () => {
  it('adds one at each tap; its count opens minus and plus', async () => {
    await open();
    press(/^Add/, 'House wine');
    press(/^Add/, 'House wine');
    expect(count('House wine')).toBe('2 selected');
    press('Change quantity', 'House wine');
    expect(tile('House wine').getByRole('button', { name: 'One more' })).toHaveProperty('disabled', true);
    press('One less', 'House wine');
    expect(count('House wine')).toBe('1 selected');
    press('One less', 'House wine');
    // It stays open, so that one tap too many adds nothing.
    expect(tile('House wine').getByRole('button', { name: 'One less' })).toHaveProperty('disabled', true);
    press('One more', 'House wine');
    expect(count('House wine')).toBe('1 selected');
    press(/^Add/, 'Club Beer');
    expect(tile('House wine').queryByRole('button', { name: 'One less' })).toBeNull();
  });

  it('closes minus and plus with Escape, and not the sheet around it', async () => {
    await open();
    press(/^Add/, 'Club Beer');
    press('Change quantity', 'Club Beer');
    const unhandled = fireEvent.keyDown(tile('Club Beer').getByRole('button', { name: 'One more' }), {
      key: 'Escape',
    });
    expect(unhandled).toBe(false);
    const toggle = tile('Club Beer').getByRole('button', { name: 'Change quantity' });
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    expect(document.activeElement).toBe(toggle);
  });

  it('says what is sold out, and cannot add it', async () => {
    await open();
    expect(tile('Smirnoff Ice').getByText('Out of Stock')).toBeTruthy();
    const add = tile('Smirnoff Ice').getByRole('button', { name: 'Add Smirnoff Ice' });
    expect(add).toHaveProperty('disabled', true);
    expect(tile('House wine').getByText('Low Stock')).toBeTruthy();
    expect(tile('Club Beer').getByText('In Stock')).toBeTruthy();
  });

  it('sells what is sold out anyway, unless it is not on the menu', async () => {
    await open();
    press('Sell anyway', 'Smirnoff Ice');
    expect(count('Smirnoff Ice')).toBe('1 selected');
    expect(tile('Club Beer').queryByRole('button', { name: 'Sell anyway' })).toBeNull();
  });
});

it('adds the only match of a search with Enter, and shows everything again', async () => {
  await open();
  const search = screen.getByRole('searchbox', { name: 'Search products' });
  type(search, 'wine');
  expect(screen.queryByText('Club Beer')).toBeNull();
  fireEvent.keyDown(search, { key: 'Enter' });
  expect(search).toHaveProperty('value', '');
  expect(count('House wine')).toBe('1 selected');
  type(search, 'gold');
  fireEvent.click(screen.getByRole('button', { name: 'Show all products' }));
  expect(await screen.findByText('Club Beer')).toBeTruthy();
});

it('asks for a code that is no product of the list, such as the label of a scale', async () => {
  await open();
  const search = screen.getByRole('searchbox', { name: 'Search products' });
  for (const typed of ['gold', '21000010275', '2100001027506']) {
    type(search, typed);
    fireEvent.keyDown(search, { key: 'Enter' });
  }
  expect(codes).toEqual(['2100001027506']);
  expect(search).toHaveProperty('value', '');
});

it('features the best sellers of an order, and does not move them while it is open', async () => {
  const best = { salesCount: 3, products: [{ productId: WINE.id, quantity: 3 }] };
  const requests = await open(true, best);
  const featured = () =>
    within(screen.getByRole('region', { name: 'Featured Drinks' }))
      .getAllByRole('listitem')
      .map((item) => item.querySelector('.name')?.textContent);
  expect(featured()).toEqual(['House wine', 'Club Beer', 'Smirnoff Ice']);
  best.products = [{ productId: BEER.id, quantity: 9 }];
  await refresh('/api/products');
  expect(featured()).toEqual(['House wine', 'Club Beer', 'Smirnoff Ice']);
  expect(requests.filter(({ path }) => path === '/api/products/best-sellers')).toHaveLength(1);
});

it('shows the products by name when the best sellers cannot be read', async () => {
  fakeServer({ 'GET /api/products': { body: PRODUCTS } });
  render(
    <QueryClientProvider client={queryClient}>
      <Host order />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('Club Beer')).toBeTruthy();
});
