/** The inventory screen: summary, search, roles, and its empty and error states. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it } from 'vitest';
import { refresh } from '../../api/http/query';
import { fakeServer, refusal } from '../../test/fakeServer';
import { choose } from '../../test/fields';
import { signInAs } from '../../test/people';
import InventoryScreen from './InventoryScreen';
import { CIGAR, product, RICE, show } from './test/products';

const RATE = { rate: 190, updatedAt: '2026-11-20T10:00:00Z' };
const answers = (list: unknown[], rate = RATE) => ({
  'GET /api/products': { body: list },
  'GET /api/exchange-rate': { body: rate },
});
const button = (name: string | RegExp) => screen.queryByRole('button', { name });
const search = () => screen.getByRole('searchbox', { name: 'Search products' });
const names = () =>
  screen
    .getAllByRole('list', { name: 'Products' })
    .flatMap((list) => within(list).getAllByRole('heading'))
    .map((heading) => heading.textContent);

beforeEach(() => signInAs('manager'));

async function open(list = [product(), RICE, CIGAR], rate = RATE) {
  const requests = fakeServer(answers(list, rate));
  show(<InventoryScreen />);
  await screen.findAllByRole('list', { name: 'Products' });
  return requests;
}

it('shows the figures, categories, stock levels and currency hints', async () => {
  await open();
  const figure = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement?.textContent;
  expect(figure('Total Products')).toBe('Total Products3in 3 categories');
  expect(figure('Total Value')).toBe('Total Value$63.00L$11,970');
  expect(figure('Low Stock')).toBe('Low Stock1fewer than 5');
  expect(figure('Out of Stock')).toBe('Out of Stock1reorder now');
  expect(screen.getByText('Food', { selector: 'li' }).textContent).toBe('Food 1');
  const cards = screen.getAllByRole('listitem').filter((item) => within(item).queryByRole('heading'));
  expect(cards.map((card) => card.textContent)).toEqual([
    'Club BeerMonrovia Breweries$2.00≈ L$380.00In Stock · 24USD Only',
    'Jollof rice L$950.00≈ $5.00Low Stock · 3LRD Only',
    'Cohiba Siglo IIHabanos$25.00L$4,750.00Out of Stock · 0',
  ]);
});

it('marks prices that were set at a very different rate', async () => {
  await open([product({ exchangeRate: 170 }), RICE]);
  expect(await screen.findByText('Priced at 170')).toBeTruthy();
  expect(screen.queryByText('Priced at 190')).toBeNull();
});

it('remembers that the summary is hidden, and keeps the focus on its button', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Hide summary' }));
  expect(screen.queryByText('Total Products')).toBeNull();
  expect(screen.queryByText('Category breakdown')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(button('Show summary')));
  cleanup();
  await open();
  expect(button('Show summary')).toBeTruthy();
  expect(screen.queryByText('Total Products')).toBeNull();
});

describe('search', () => {
  it.each([
    ['JOLLOF', ['Jollof rice']],
    ['habanos', ['Cohiba Siglo II']],
    ['0012345', ['Cohiba Siglo II']],
    ['beer club', ['Club Beer']],
  ])('%s', async (query, found) => {
    await open();
    fireEvent.input(search(), { target: { value: query } });
    await waitFor(() => expect(names()).toEqual(found));
  });

  it('shows the count at once, and reuses the existing cards', async () => {
    await open();
    fireEvent.input(search(), { target: { value: 'r' } });
    await waitFor(() => expect(screen.getAllByRole('list', { name: 'Products' })).toHaveLength(1));
    const [first] = within(screen.getByRole('list', { name: 'Products' })).getAllByRole('listitem');
    fireEvent.input(search(), { target: { value: 'jollof' } });
    expect(screen.getByText('1 product found')).toBeTruthy();
    await waitFor(() => expect(names()).toEqual(['Jollof rice']));
    expect(first?.textContent).toContain('Jollof rice');
    expect(first?.isConnected).toBe(true);
  });

  it('says when nothing is found, and can be cleared', async () => {
    await open();
    fireEvent.input(search(), { target: { value: 'absinthe' } });
    expect(await screen.findByText('No products found')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect(names()).toHaveLength(3));
    expect(document.activeElement).toBe(search());
  });
});

describe('filters and sorting', () => {
  const pressed = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed');

  it('show what is low or out by a tap on its card, and everything by another', async () => {
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Show only Low Stock' }));
    await waitFor(() => expect(names()).toEqual(['Jollof rice']));
    expect(pressed('Show only Low Stock')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: 'Show only Out of Stock' }));
    await waitFor(() => expect(names()).toEqual(['Cohiba Siglo II']));
    fireEvent.click(screen.getByRole('button', { name: 'Show only Out of Stock' }));
    await waitFor(() => expect(names()).toHaveLength(3));
  });

  it('group by category and section, unless sorted otherwise', async () => {
    await open([
      product({ section: 'Beer' }),
      product({ id: 4, name: 'Coke', section: 'Soft drinks' }),
      RICE,
    ]);
    const groups = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(groups()).toEqual([
      'Category breakdown',
      'Products',
      'Drinks · Beer',
      'Drinks · Soft drinks',
      'Food',
    ]);
    choose(screen.getByLabelText('Show section'), 'soft drinks');
    await waitFor(() => expect(names()).toEqual(['Coke']));
    choose(screen.getByLabelText('Show section'), '');
    choose(screen.getByLabelText('Sort by'), 'stock');
    await waitFor(() => expect(names()).toEqual(['Jollof rice', 'Club Beer', 'Coke']));
    expect(groups()).toEqual(['Category breakdown', 'Products']);
  });

  it('say when nothing is left, and can be cleared', async () => {
    await open([product()]);
    fireEvent.click(screen.getByRole('button', { name: 'Show only Out of Stock' }));
    expect(await screen.findByText('No products found')).toBeTruthy();
    expect(screen.getByText('All in stock')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Show all products' }));
    await waitFor(() => expect(names()).toEqual(['Club Beer']));
  });
});

it('says that there are no products', async () => {
  fakeServer(answers([]));
  show(<InventoryScreen />);
  expect(await screen.findByText('No products found')).toBeTruthy();
  expect(button('Clear search')).toBeNull();
});

it('can be loaded again after a failure', async () => {
  fakeServer({
    'GET /api/products': (_, count) => (count === 1 ? refusal(500, 'internal', 'oh') : { body: [RICE] }),
    'GET /api/exchange-rate': { body: RATE },
  });
  show(<InventoryScreen />);
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(names()).toEqual(['Jollof rice']));
});

describe('roles', () => {
  it('gives managers all actions, and the rate as text', async () => {
    await open([product()]);
    for (const name of [
      'Add Product',
      'Export CSV',
      'Import CSV',
      'Menu QR code',
      'Set currency for Club Beer',
    ])
      expect(button(name)).toBeTruthy();
    expect(button('Edit Club Beer') && button('Delete Club Beer')).toBeTruthy();
    expect((await screen.findByText('1 USD = 190 LRD')).closest('a')).toBeNull();
  });

  it('gives admins a link to the rate', async () => {
    signInAs('admin');
    await open([product()]);
    const link = await screen.findByRole('link', { name: '1 USD = 190 LRD' });
    expect(link.getAttribute('href')).toBe('/exchange-rate');
  });

  it('gives bartenders read access only', async () => {
    signInAs('bartender');
    const requests = await open([product()]);
    for (const name of [/Add/, /Edit/, /Delete/, /Set currency/, /Export/, /Import/])
      expect(button(name)).toBeNull();
    expect(button('Menu QR code')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Club Beer' }));
    const panel = await screen.findByRole('dialog', { name: 'Club Beer' });
    expect(
      within(panel)
        .getAllByRole('button')
        .map((one) => one.getAttribute('aria-label')),
    ).toEqual(['Close']);
    expect(requests.map(({ path }) => path)).not.toContain('/api/products/1/movements?limit=6');
  });
});

it('shows the changes of another phone while the panel is open', async () => {
  let stock = 24;
  fakeServer({
    'GET /api/products': () => ({ body: [product({ stock })] }),
    'GET /api/exchange-rate': { body: RATE },
    'GET /api/products/1/movements?limit=6': { body: [] },
  });
  show(<InventoryScreen />);
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Club Beer' }));
  const name = await screen.findByLabelText('Name');
  fireEvent.input(name, { target: { value: 'Club Beer 33cl' } });
  stock = 20;
  await act(() => refresh('/api/products'));
  await waitFor(() => expect(screen.getByLabelText('Stock')).toHaveProperty('value', '20'));
  expect(name).toHaveProperty('value', 'Club Beer 33cl');
});
