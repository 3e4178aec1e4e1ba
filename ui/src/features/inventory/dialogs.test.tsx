/** The inventory's dialogs: Currency Settings, deleting, scanning, CSV import and export. */
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, type RecordedCall, refusal } from '../../test/fakeServer';
import { signInAs } from '../../test/people';
import ImportDialog from './csv/ImportDialog';
import InventoryScreen from './InventoryScreen';
import { product, RICE, show } from './test/products';

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
const value = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value;
const isDisabled = (name: string) => (screen.getByRole('button', { name }) as HTMLButtonElement).disabled;
const writes = (requests: RecordedCall[]) => requests.filter(({ method }) => method !== 'GET');

beforeEach(() => signInAs('manager'));

async function open(button: string | null, more: Parameters<typeof fakeServer>[0] = {}) {
  const requests = fakeServer({
    'GET /api/products': { body: [product(), RICE] },
    'GET /api/exchange-rate': { body: { rate: 190, updatedAt: '2026-11-20T10:00:00Z' } },
    'GET /api/products/1/movements?limit=6': { body: [] },
    ...more,
  });
  show(<InventoryScreen />);
  await screen.findAllByRole('list', { name: 'Products' });
  if (button) press(button);
  return requests;
}

describe('Currency Settings', () => {
  async function openCurrency(more: Parameters<typeof open>[1] = {}) {
    const requests = await open('Club Beer', more);
    fireEvent.click(await screen.findByRole('button', { name: 'Set currency for Club Beer' }));
    await screen.findByRole('dialog', { name: 'Currency Settings' });
    return requests;
  }

  it('converts, previews and saves the prices', async () => {
    const requests = await openCurrency({ 'PATCH /api/products/1': { body: product() } });
    expect(screen.queryByText(/^Preview/)).toBeNull();
    expect(isDisabled('LRD → USD')).toBe(true);
    type('USD Price', '2.5');
    expect(value('LRD Price')).toBe('475.00');
    expect(screen.getByText(/\$2\.50 = L\$475\.00/)).toBeTruthy();
    press('Save Currency Settings');
    expect(await screen.findByText('Currency Settings Updated')).toBeTruthy();
    expect(screen.getByText('Club Beer pricing has been updated for dual-currency support')).toBeTruthy();
    expect(screen.queryByRole('dialog', { name: 'Currency Settings' })).toBeNull();
    expect(screen.getByRole('dialog', { name: 'Club Beer' })).toBeTruthy();
    expect(writes(requests)[0]?.body).toEqual({
      currency: 'USD',
      priceUSD: 2.5,
      priceLRD: 475,
      exchangeRate: 190,
      price: 2.5,
    });
  });

  it('asks once about a price with a digit too many', async () => {
    const requests = await openCurrency({ 'PATCH /api/products/1': { body: product() } });
    type('USD Price', '20');
    press('Save Currency Settings');
    const question = 'The price changes from $2.00 to $20.00. Is that right?';
    const asked = within(await screen.findByRole('dialog', { name: question }));
    fireEvent.click(asked.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: question })).toBeNull());
    expect(writes(requests)).toEqual([]);
    press('Save Currency Settings');
    fireEvent.click(await screen.findByRole('button', { name: 'Yes, save' }));
    expect(await screen.findByText('Currency Settings Updated')).toBeTruthy();
  });

  it('stays open when the box refuses', async () => {
    await openCurrency({ 'PATCH /api/products/1': refusal(500, 'internal', 'oh') });
    press('Save Currency Settings');
    expect(await screen.findByText('Update Failed')).toBeTruthy();
    expect(screen.getByText('Unable to update currency settings. Please try again.')).toBeTruthy();
    expect(screen.getByRole('dialog', { name: 'Currency Settings' })).toBeTruthy();
  });

  it('requires at least one price', async () => {
    const requests = await openCurrency();
    type('USD Price', '0');
    type('LRD Price', '');
    press('Save Currency Settings');
    expect(await screen.findByText('Missing Price')).toBeTruthy();
    expect(screen.getByText('Please set at least one price (USD or LRD)')).toBeTruthy();
    type('USD Price', '');
    expect(screen.queryByText('Missing Price')).toBeNull();
    expect(value('LRD Price')).toBe('');
    expect(isDisabled('Save Currency Settings')).toBe(true);
    expect(writes(requests)).toEqual([]);
  });
});

describe('deleting', () => {
  async function openDelete(more: Parameters<typeof open>[1] = {}) {
    const requests = await open('Club Beer', more);
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Club Beer' }));
    return requests;
  }

  it('asks for confirmation with the name of the product', async () => {
    const requests = await openDelete({ 'DELETE /api/products/1': { status: 204 } });
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Club Beer?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Product deleted')).toBeTruthy();
    expect(writes(requests)).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('searchbox')));
  });

  it('does nothing on Cancel', async () => {
    const requests = await openDelete();
    await screen.findByRole('dialog', { name: 'Delete Club Beer?' });
    press('Cancel');
    expect(screen.queryByRole('dialog', { name: 'Delete Club Beer?' })).toBeNull();
    expect(screen.getByRole('dialog', { name: 'Club Beer' })).toBeTruthy();
    expect(writes(requests)).toEqual([]);
  });
});

describe('a scan', () => {
  function scan(code: string) {
    let at = 1000;
    for (const key of [...code, 'Enter']) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      Object.defineProperty(event, 'timeStamp', { value: at });
      document.body.dispatchEvent(event);
      at += 5;
    }
  }

  it('opens the product and is recorded', async () => {
    const requests = await open(null, {
      'POST /api/scans': { status: 201, body: { scan: {}, product: product() } },
    });
    scan('290000000001');
    expect(await screen.findByRole('dialog', { name: 'Club Beer' })).toBeTruthy();
    await waitFor(() => expect(writes(requests)[0]?.body).toEqual({ barcode: '290000000001' }));
  });

  it('opens the product in place of the tools', async () => {
    await open('More', { 'POST /api/scans': { status: 201, body: { scan: {}, product: product() } } });
    await screen.findByRole('dialog', { name: 'Inventory' });
    scan('290000000001');
    expect(await screen.findByRole('dialog', { name: 'Club Beer' })).toBeTruthy();
    expect(screen.queryByRole('dialog', { name: 'Inventory' })).toBeNull();
  });

  it('of an unknown barcode offers to add a product', async () => {
    await open(null, { 'POST /api/scans': { status: 201, body: { scan: {}, product: null } } });
    scan('5449000000996');
    expect(await screen.findByText('Unknown barcode 5449000000996')).toBeTruthy();
    press('Add it');
    await screen.findByRole('dialog', { name: 'Add New Product' });
    expect(value('Barcode')).toBe('5449000000996');
  });

  it('is ignored while a form is open', async () => {
    const requests = await open('Add Product');
    scan('290000000001');
    expect(screen.getByRole('dialog', { name: 'Add New Product' })).toBeTruthy();
    expect(writes(requests)).toEqual([]);
  });
});

describe('CSV', () => {
  const file = () => new File(['name,price\nRum,5.00\n'], 'bar.csv');
  const TRY = 'POST /api/products/import';
  const answer = { created: 1, updated: 2, unchanged: 3, errors: [], ignoredColumns: ['colour'] };

  it('export reports a failure', async () => {
    await open('More', { 'GET /api/products/export': refusal(500, 'internal', 'oh') });
    fireEvent.click(await screen.findByRole('button', { name: 'Export CSV' }));
    expect(await screen.findByText('Export failed')).toBeTruthy();
    expect(screen.getByText('Unable to export inventory data')).toBeTruthy();
  });

  it('import takes the file that is chosen in the tools', async () => {
    await open('More', { [TRY]: { body: answer } });
    const row = (await screen.findByText('A list from a spreadsheet')).closest('li');
    const field = row?.querySelector('input') as HTMLInputElement;
    Object.defineProperty(field, 'files', { value: [file()] });
    // The testing library's own `change` does not reach the handler.
    fireEvent(field, new Event('change', { bubbles: true }));
    expect(await screen.findByRole('dialog', { name: 'Import CSV' })).toBeTruthy();
    expect(screen.queryByRole('dialog', { name: 'Inventory' })).toBeNull();
  });

  it('import shows a preview before it stores anything', async () => {
    const requests = fakeServer({ [TRY]: { body: answer } });
    const reload = vi.fn();
    show(<ImportDialog file={file()} onClose={() => {}} reload={reload} />);
    expect(await screen.findByText('These columns are not used: colour')).toBeTruthy();
    expect(screen.getByText('Unchanged').parentElement?.textContent).toBe('Unchanged3');
    expect(requests.map(({ body }) => body)).toEqual([
      { csvData: 'name,price\nRum,5.00\n', dryRun: true, details: true },
    ]);
    press('Import');
    await waitFor(() => expect(reload).toHaveBeenCalled());
    expect(requests[1]?.body).toEqual({ csvData: 'name,price\nRum,5.00\n' });
  });

  it('import says per product what changes, asks about a large change, and warns of stock and unused prices', async () => {
    const field = (field: string, before: string | null, after: string | null) => ({ field, before, after });
    const changes = [
      { productId: null, name: 'Gin', fields: [field('name', null, 'Gin'), field('priceUSD', null, '5.00')] },
      {
        productId: 1,
        name: 'Club Beer',
        fields: [field('priceUSD', '2.00', '20.00'), field('stock', '5', '24')],
      },
      { productId: 2, name: 'Rice', fields: [field('isAvailable', '1', '0'), field('brand', 'House', null)] },
    ];
    const ignoredPrices = [{ line: 3, name: 'Water', currency: 'USD', price: '0.75', used: '0.50' }];
    fakeServer({
      [TRY]: { body: { ...answer, changes, ignoredPrices } },
      'GET /api/products': { body: [product({ id: 1 }), RICE] },
      'GET /api/exchange-rate': { body: { rate: 190 } },
    });
    show(<ImportDialog file={file()} onClose={() => {}} />);
    const list = await screen.findByRole('list', { name: 'What changes' });
    await within(list).findByText(/Is that right/);
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual([
      'Club BeerUSD Price: $2.00 → $20.00Stock: 5 → 24The price changes from $2.00 to $20.00. Is that right?',
      'GinUSD Price: $5.00New',
      'RiceMenu: on the menu → not on the menuBrand: House → none',
    ]);
    expect(
      screen.getByText(/^The stock in the file replaces the stock on the shelf, of one product\./),
    ).toBeTruthy();
    expect(screen.getByText('Line 3, Water: price says $0.75, priceUSD makes it $0.50')).toBeTruthy();
  });

  it('import forgets the failure of the file before', async () => {
    fakeServer({ [TRY]: (_, count) => (count === 1 ? refusal(400, 'invalid', 'No') : { body: answer }) });
    function Chosen() {
      const [chosen, setChosen] = useState(file());
      return (
        <>
          <button type="button" onClick={() => setChosen(file())}>
            Choose again
          </button>
          <ImportDialog key={chosen.lastModified} file={chosen} onClose={() => {}} />
        </>
      );
    }
    show(<Chosen />);
    expect(await screen.findByText('Import failed')).toBeTruthy();
    press('Choose again');
    await screen.findByText('Unchanged');
    expect(screen.queryByText('Import failed')).toBeNull();
  });

  it('import lists the errors of each line', async () => {
    const errors = [
      { line: 2, column: 'price', message: 'Must have at most 2 decimals' },
      { line: 9, column: null, message: 'Has 3 cells' },
    ];
    fakeServer({ [TRY]: refusal(400, 'invalid', 'The list has 2 mistakes.', { errors }) });
    show(<ImportDialog file={file()} onClose={() => {}} />);
    const list = await screen.findByRole('list', { name: 'Mistakes' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual(['Line 2, priceMust have at most 2 decimals', 'Line 9Has 3 cells']);
    expect(screen.getByText('Import failed')).toBeTruthy();
    expect(screen.getByText('Unable to import CSV data')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
  });

  it('import refuses other files without a request', async () => {
    const requests = fakeServer({});
    show(<ImportDialog file={new File(['x'], 'bar.xlsx')} onClose={() => {}} />);
    expect(await screen.findByText('Choose a .csv file')).toBeTruthy();
    expect(requests).toEqual([]);
  });
});
