/** The inventory's dialogs: Currency Settings, deleting, scanning, CSV export. */
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeServer, type RecordedCall, refusal } from '../../test/fakeServer';
import { signInAs } from '../../test/people';
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

it('Export CSV reports a failure', async () => {
  await open('More', { 'GET /api/products/export': refusal(500, 'internal', 'oh') });
  fireEvent.click(await screen.findByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText('Export failed')).toBeTruthy();
  expect(screen.getByText('Unable to export inventory data')).toBeTruthy();
});
