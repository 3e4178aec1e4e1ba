/** Screenshots of the drawer and of a Z, for docs/staff/drawer.md and docs/owner/drawer.md. */
import { afterAll, beforeAll, it } from 'vitest';
import { type Api, apiAs, productOf } from '../support/api';
import { type Bar, openBar } from '../support/box';
import { phoneOf, take } from './camera';

const DRAWER = 1;

let bar: Bar;
let admin: Api;
let bartender: Api;
beforeAll(async () => {
  bar = await openBar();
  admin = await apiAs(bar, 'admin');
  bartender = await apiAs(bar, 'bartender');
  await admin.send('PUT', '/api/settings', { cash: { mode: 'drawer' } });
  const pieces = [
    { currency: 'USD', value: '20.00', quantity: 2 },
    { currency: 'LRD', value: '1000.00', quantity: 4 },
  ];
  const count = { amountUSD: '40.00', amountLRD: '4000.00', pieces };
  await bartender.send('POST', '/api/shifts', { tillId: DRAWER, count });
  const { id } = await productOf(admin, 'Club Beer');
  await bartender.send('POST', '/api/sales', { productId: id, quantity: 6 });
  for (const movement of [
    { kind: 'pay_out', amountLRD: '750.00', reason: 'Ice' },
    { kind: 'exchange', gives: 'USD', amountUSD: '20.00', amountLRD: '3800.00' },
  ])
    await bartender.send('POST', `/api/tills/${DRAWER}/movements`, movement);
});
afterAll(() => bar?.close());

it('counts and closes the drawer, and reads its Z', async () => {
  const page = await phoneOf(bar, 'bartender');
  await page.goto('/drawer');
  await page.getByText('Exchange', { exact: true }).last().waitFor();
  await take(page, 'drawer');
  await page.getByRole('button', { name: 'Count and Close' }).click();
  for (const [name, quantity] of Object.entries({ $20: '1', $10: '1', $2: '1' }))
    await page.getByRole('textbox', { name, exact: true }).fill(quantity);
  await take(page, 'drawer-count');

  const count = { amountUSD: '30.00', amountLRD: '7050.00' };
  const pieces = [
    { currency: 'USD', value: '10.00', quantity: 3 },
    { currency: 'LRD', value: '1000.00', quantity: 7 },
    { currency: 'LRD', value: '50.00', quantity: 1 },
  ];
  const manager = await apiAs(bar, 'manager');
  const [shift] = await manager.get<{ id: number }[]>('/api/shifts?status=open');
  // A first count beyond the tolerance is asked for again.
  for (let tries = 0; tries < 2; tries += 1)
    await manager
      .send('POST', `/api/shifts/${shift?.id}/count`, { count: { ...count, pieces } })
      .catch(() => {});
  const office = await phoneOf(bar, 'manager');
  await office.goto('/shifts/Z-000001');
  await office.getByRole('heading', { name: 'Sales to takings' }).waitFor();
  await take(office, 'z-report');
});
