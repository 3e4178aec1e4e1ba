/** Screenshots for docs/owner, and the picture of the README. */
import { afterAll, beforeAll, it } from 'vitest';
import { type Api, apiAs } from '../support/api';
import { type Bar, DESKTOP, openBar } from '../support/box';
import { deed, orderCard, typeAmounts } from '../support/orders';
import { type FakePrinter, openPrinter } from '../support/printer';
import { closeToast, phoneOf, take, takeTogether } from './camera';

let bar: Bar;
let admin: Api;
let printer: FakePrinter;
beforeAll(async () => {
  printer = await openPrinter();
  bar = await openBar({ printer: printer.url });
  admin = await apiAs(bar, 'admin');
  // A backup to show in the list.
  await admin.send('POST', '/api/backups');
});
afterAll(async () => {
  await bar?.close();
  printer?.close();
});

it('shows the first steps', async () => {
  const page = await phoneOf(bar, 'admin');
  await page.goto('/admin');
  await page.getByText(/^3 of \d done$/).waitFor();
  await take(page, 'first-steps');
  await page.getByRole('button', { name: 'Create User' }).click();
  const form = page.getByRole('dialog', { name: 'Create User' });
  await form.getByLabel('Username').fill('fatu');
  await form.getByLabel('First Name').fill('Fatu');
  await take(page, 'staff');
});

it('sets the rate and a price', async () => {
  const page = await phoneOf(bar, 'admin');
  await page.goto('/exchange-rate');
  await page.getByLabel('New Rate').fill('195');
  await page.getByText('The rate changes from').waitFor();
  await take(page, 'rate');
  await page.goto('/inventory');
  await page.getByRole('button', { name: 'Add Product' }).click();
  const form = page.getByRole('dialog', { name: 'Add New Product' });
  await form.getByLabel('Name').fill('Stone ginger beer');
  await form.getByLabel('Price').fill('2.50');
  await form.getByLabel('Stock').fill('48');
  await take(page, 'product');
});

it('imports a list of another till', async () => {
  const page = await phoneOf(bar, 'admin');
  await page.goto('/import');
  const list = [
    'Token,Item Name,Variation Name,Category,Price,Current Quantity Sunset Bar',
    'T1,Palm wine,Glass,Wine,1.50,',
    'T2,Palm wine,Jug,Wine,6.00,',
    'T3,Soup of the day,Regular,Food,variable,20',
    'T4,Corkage,Regular,,,1',
    'T5,Cane juice,Regular,Soft Drinks,2.00,36',
  ];
  await page
    .getByLabel('Choose file')
    .setInputFiles({ name: 'square.csv', mimeType: 'text/csv', buffer: Buffer.from(list.join('\n')) });
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Give a price to Corkage' }).waitFor();
  await take(page, 'import');
});

it('sets up a printer, the network and a backup', async () => {
  const page = await phoneOf(bar, 'admin');
  // Shows the folder of an installed box instead of a folder of this machine.
  await page.route('**/api/backups', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const json = { ...(await admin.get<object>('/api/backups')), folder: '/var/lib/barback/backups' };
    await route.fulfill({ json });
  });
  await page.goto('/settings/printing');
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  await part('Printing').getByRole('button', { name: 'Add Printer' }).click();
  await page.getByRole('dialog').getByText('TOTAL').waitFor();
  await page.getByRole('dialog').getByLabel('Name').fill('Kitchen');
  await page.getByRole('dialog').getByLabel('Address').fill('192.168.8.51');
  await take(page, 'printer-add');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.goto('/settings/backups');
  await part('Backups').getByRole('button', { name: 'Back up now' }).click();
  await page.getByText('Backup made and verified').waitFor();
  await closeToast(page);
  await take(page, 'backups');
});

it('shows the reports on a desktop', async () => {
  const page = await phoneOf(bar, 'admin', { viewport: DESKTOP, deviceScaleFactor: 1 });
  await page.goto('/reports');
  await page.getByRole('heading', { name: 'Takings', exact: true }).waitFor();
  await take(page, 'reports');
});

it('shows the menu of guests', async () => {
  const guest = await phoneOf(bar, 'guest');
  await guest.goto('/customer-menu?table=4');
  await guest.getByText('Club Beer', { exact: true }).waitFor();
  await take(guest, 'menu');
});

it('takes the picture of the README', async () => {
  const api = await apiAs(bar, 'bartender');
  const products = await api.get<{ id: number; name: string }[]>('/api/products');
  const idOf = (productName: string) => products.find(({ name }) => name === productName)?.id;
  await api.send('POST', '/api/orders', {
    customerName: 'Martha Kollie',
    orderType: 'dine_in',
    items: [
      { productId: idOf('Club Beer'), quantity: 2 },
      { productId: idOf('Cassava leaf with rice'), quantity: 1 },
    ],
  });
  const till = await phoneOf(bar, 'bartender', { colorScheme: 'dark' });
  await till.goto('/bartender');
  for (const name of ['Club Beer', 'Club Beer', 'Heineken', 'Ginger juice'])
    await till
      .getByRole('button')
      .filter({ has: till.getByText(name, { exact: true }) })
      .click();

  const pay = await phoneOf(bar, 'bartender', { colorScheme: 'dark' });
  await pay.goto('/table-service');
  await deed(orderCard(pay, 'Martha Kollie'), 'Payment');
  await typeAmounts(pay.getByRole('dialog', { name: 'Process Payment' }));
  await pay.getByLabel('Amount USD').fill('5');
  await pay.getByLabel('Amount LRD').fill('1000');
  await pay.getByText('Fully Paid').waitFor();

  const guest = await phoneOf(bar, 'guest', { colorScheme: 'dark' });
  await guest.goto('/customer-menu?table=4');
  await guest.getByText('Club Beer', { exact: true }).waitFor();

  await takeTogether(bar.browser, [till, pay, guest], 'barback');
});
