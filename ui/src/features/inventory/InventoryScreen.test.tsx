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
    .flatMap((list) => within(list).queryAllByRole('heading'))
    .map((heading) => heading.textContent);

beforeEach(() => {
  signInAs('manager');
  localStorage.removeItem('barback_inventory_summary');
});

async function open(list = [product(), RICE, CIGAR], rate = RATE) {
  const requests = fakeServer(answers(list, rate));
  show(<InventoryScreen />);
  await screen.findAllByRole('list', { name: 'Products' });
  return requests;
}

const unfold = () => {
  const fold = screen.getByText('3 products').closest('details');
  if (fold) fold.open = true;
  if (fold) fireEvent(fold, new Event('toggle'));
};

it('shows stock levels and currency hints in rows', async () => {
  await open();
  expect(
    within(screen.getByRole('list', { name: 'Products' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Club BeerDrinksUSD OnlyMonrovia BreweriesIn Stock 24$2.00≈ L$380.00',
    'Jollof riceFoodLRD OnlyLow Stock 3lowL$950.00≈ $5.00',
    'Cohiba Siglo IICigarsHabanosOut of Stock 0out$25.00L$4,750.00',
  ]);
  const beer = screen.getByRole('button', { name: 'Club Beer' });
  const said = beer
    .getAttribute('aria-describedby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent);
  expect(said).toEqual(['DrinksUSD OnlyMonrovia Breweries', 'In Stock 24$2.00≈ L$380.00']);
});

it('marks products that guests do not see', async () => {
  await open([product({ section: 'Beer', isAvailable: 0 })]);
  expect(screen.getByText('Not on the menu').previousElementSibling?.textContent).toBe('USD Only');
});

it('marks prices that were set at a very different rate', async () => {
  await open([product({ exchangeRate: 170 }), RICE]);
  expect(await screen.findByText('Priced at 170')).toBeTruthy();
  expect(screen.queryByText('Priced at 190')).toBeNull();
});

describe('the summary', () => {
  it('says all figures in its line, and shows them unfolded', async () => {
    await open();
    expect(
      screen.getByText('Total Products 3, Total Value $63.00, Low Stock 1, Out of Stock 1'),
    ).toBeTruthy();
    expect(screen.getByText('1 low') && screen.getByText('1 out')).toBeTruthy();
    expect(screen.queryByText('Category breakdown')).toBeNull();
    unfold();
    const figure = (label: string) =>
      screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
    expect(await screen.findByText('Category breakdown')).toBeTruthy();
    expect(figure('Total Products')).toBe('3 in 3 categories');
    expect(figure('Total Value')).toBe('$63.00 · L$11,970');
    expect(figure('Low Stock')).toBe('1, fewer than 5');
    expect(figure('Out of Stock')).toBe('1, reorder now');
    expect(screen.getByText('Food', { selector: 'li' }).textContent).toBe('Food 1');
  });

  it('stays unfolded on this device', async () => {
    await open();
    unfold();
    await screen.findByText('Category breakdown');
    cleanup();
    await open();
    expect(screen.getByText('Category breakdown')).toBeTruthy();
  });
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

  it('shows the count at once, and reuses the existing rows', async () => {
    await open();
    fireEvent.input(search(), { target: { value: 'r' } });
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
  const chip = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
  const tool = async (label: string, value: string) => {
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    choose(await screen.findByLabelText(label), value);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  };

  it('show what is low, out, or of one category', async () => {
    await open();
    expect(chip('All').checked).toBe(true);
    expect(chip('Low').parentElement?.textContent).toBe('Low1');
    fireEvent.click(chip('Low'));
    await waitFor(() => expect(names()).toEqual(['Jollof rice']));
    fireEvent.click(chip('Out'));
    await waitFor(() => expect(names()).toEqual(['Cohiba Siglo II']));
    fireEvent.click(chip('Drinks'));
    await waitFor(() => expect(names()).toEqual(['Club Beer']));
    expect(screen.queryByRole('radio', { name: 'Uncategorized' })).toBeNull();
    fireEvent.click(chip('All'));
    await waitFor(() => expect(names()).toHaveLength(3));
  });

  it('show a section as a chip, and sort', async () => {
    await open([
      product({ section: 'Beer' }),
      product({ id: 4, name: 'Coke', section: 'Soft drinks' }),
      product({ id: 5, name: 'Amstel', section: 'Beer' }),
      RICE,
    ]);
    expect(names()).toEqual(['Club Beer', 'Amstel', 'Coke', 'Jollof rice']);
    await tool('Show section', 'soft drinks');
    await waitFor(() => expect(names()).toEqual(['Coke']));
    expect(chip('Soft drinks').checked).toBe(true);
    fireEvent.click(chip('All'));
    expect(screen.queryByRole('radio', { name: 'Soft drinks' })).toBeNull();
    await tool('Sort by', 'stock');
    await waitFor(() => expect(names()[0]).toBe('Jollof rice'));
  });

  it('say when nothing is left, and can be cleared', async () => {
    await open([product()]);
    fireEvent.click(chip('Out'));
    expect(await screen.findByText('No products found')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Show all products' }));
    await waitFor(() => expect(names()).toEqual(['Club Beer']));
    expect(chip('All').checked).toBe(true);
  });
});

it('says that there are no products, and leads who may add some to the import', async () => {
  fakeServer(answers([]));
  show(<InventoryScreen />);
  expect(await screen.findByText('No products found')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Import CSV' }).getAttribute('href')).toBe('/import');
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
  const openTools = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    return within(await screen.findByRole('dialog', { name: 'Inventory' }));
  };

  it('gives managers all actions, and the rate as text', async () => {
    await open([product()]);
    expect(button('Add Product')).toBeTruthy();
    for (const name of ['Export CSV', 'Import CSV', 'Menu QR code']) expect(button(name)).toBeNull();
    const sheet = await openTools();
    expect(sheet.getByText('1 product')).toBeTruthy();
    for (const name of ['Export CSV', 'Menu QR code'])
      expect(await sheet.findByRole('button', { name })).toBeTruthy();
    expect(sheet.getByRole('link', { name: 'Price list' }).getAttribute('href')).toBe('/prices');
    expect(sheet.getByRole('link', { name: 'Import CSV' }).getAttribute('href')).toBe('/import');
    fireEvent.click(sheet.getByRole('button', { name: 'Close' }));
    fireEvent.click(screen.getByRole('button', { name: 'Club Beer' }));
    for (const name of ['Set currency for Club Beer', 'Delete Club Beer', 'Update Stock', 'Edit Product'])
      expect(await screen.findByRole('button', { name })).toBeTruthy();
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
    const sheet = await openTools();
    expect(await sheet.findByRole('button', { name: 'Menu QR code' })).toBeTruthy();
    expect(sheet.getAllByRole('button').map((one) => one.textContent)).toEqual(['', 'Menu QR code']);
    expect(sheet.queryByRole('link')).toBeNull();
    fireEvent.click(sheet.getByRole('button', { name: 'Close' }));
    fireEvent.click(screen.getByRole('button', { name: 'Club Beer' }));
    const panel = await screen.findByRole('dialog', { name: 'Club Beer' });
    expect(
      within(panel)
        .getAllByRole('button')
        .map((one) => one.getAttribute('aria-label') ?? one.textContent),
    ).toEqual(['Close', 'Sold out tonight']);
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
  fireEvent.click(await screen.findByRole('button', { name: 'Club Beer' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Product' }));
  const name = await screen.findByLabelText('Name');
  fireEvent.input(name, { target: { value: 'Club Beer 33cl' } });
  stock = 20;
  await act(() => refresh('/api/products'));
  await waitFor(() => expect(screen.getByLabelText('Stock')).toHaveProperty('value', '20'));
  expect(name).toHaveProperty('value', 'Club Beer 33cl');
});
