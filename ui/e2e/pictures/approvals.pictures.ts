/** Screenshots of approvals, for docs/owner/approvals.md and docs/staff/ask.md. */
import { afterAll, beforeAll, it } from 'vitest';
import { type Api, apiAs, productOf } from '../support/api';
import { type Bar, openBar } from '../support/box';
import { phoneOf, take } from './camera';

let bar: Bar;
let admin: Api;
beforeAll(async () => {
  bar = await openBar();
  admin = await apiAs(bar, 'admin');
  await admin.send('PUT', '/api/settings', { approvals: { rules: { void_sale: 'approve' } } });
});
afterAll(() => bar?.close());

it('asks a manager, who approves', async () => {
  const { id } = await productOf(admin, 'Club Beer');
  const bartender = await apiAs(bar, 'bartender');
  const sale = { productId: id, quantity: 2, customerName: 'James Cooper' };
  await bartender.send('POST', '/api/sales', sale);
  const boss = await phoneOf(bar, 'manager');
  const page = await phoneOf(bar, 'bartender');
  await page.goto('/receipts');
  await page.getByRole('button', { name: 'View' }).first().click();
  await page.getByRole('button', { name: 'Void an Item' }).click();
  await page.getByRole('button', { name: 'Void 2 × Club Beer' }).click();
  await page.getByRole('radio', { name: 'Wrong item' }).click({ force: true });
  await page.getByRole('button', { name: 'Void an Item' }).click();
  const sheet = page.getByRole('dialog', { name: 'Approval needed' });
  await sheet.getByRole('button', { name: 'Ask a manager' }).waitFor();
  await take(page, 'approval-needed');
  await sheet.getByRole('button', { name: 'Ask a manager' }).click();
  await sheet.getByText('Waiting for a manager…').waitFor();
  await take(page, 'approval-waiting');
  await boss.getByRole('button', { name: 'Look' }).click();
  await boss.getByRole('dialog', { name: 'Approve?' }).getByRole('button', { name: 'Approve' }).waitFor();
  await take(boss, 'approve');
  await boss.getByRole('button', { name: 'Approve' }).click();
});
