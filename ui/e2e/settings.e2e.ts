/** The settings of the box: network, backups, tables, printers, payment methods, and the first steps. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, DESKTOP, newPhone, openBar, PHONE, signIn } from './support/box';
import { type FakePrinter, openPrinter } from './support/printer';

let bar: Bar;
let api: Api;
let printer: FakePrinter;
beforeAll(async () => {
  printer = await openPrinter();
  bar = await openBar({ printer: printer.url });
  api = await apiAs(bar, 'admin');
});
afterAll(async () => {
  await bar?.close();
  printer?.close();
});

async function open(path: string, viewport = PHONE): Promise<Page> {
  const page = await newPhone(bar, viewport);
  await signIn(page, 'admin');
  await page.goto(path);
  return page;
}
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
/** The text of a QR code in a picture; zbar reads it as a phone would. */
const scan = (picture: Buffer) =>
  spawnSync('zbarimg', ['--quiet', '--raw', '-'], { input: picture }).stdout.toString().trim();

it('lists the settings on a phone, each page short, and keeps old links and the way back', async () => {
  const page = await open('/settings');
  const list = page.getByRole('navigation', { name: 'Pages of the settings' });
  await expectAccessible(page);
  const names = await list.getByRole('link').allTextContents();
  expect(names).toContain('Printing');
  for (const name of names) {
    await list.getByRole('link', { name, exact: true }).click();
    await part(page, name).waitFor();
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height, `${name} is longer than two phones`).toBeLessThanOrEqual(2 * PHONE.height);
    await page.goBack();
    await list.waitFor();
  }
  await page.goto('/admin');
  await page.goto('/settings#printing');
  await part(page, 'Printing').waitFor();
  expect(new URL(page.url()).pathname).toBe('/settings/printing');
  const wide = await open('/settings', DESKTOP);
  await wide.getByLabel('Business Name').waitFor();
  await wide.getByRole('link', { name: 'Guest Wi-Fi' }).click();
  await part(wide, 'Guest Wi-Fi').waitFor();
  await expectAccessible(wide);
});

it('asks where bartenders start, and ticks the first step off', async () => {
  const page = await open('/admin');
  const steps = part(page, 'First steps');
  const question = steps.getByRole('radiogroup', { name: 'Bartenders start at' });
  await question.waitFor();
  expect(await question.getByRole('radio', { checked: true }).count()).toBe(0);
  await question.getByText('Sales').click();
  await page.getByText('Bartenders start at Sales').waitFor();
  expect(await api.get('/api/settings/public')).toMatchObject({
    startScreen: { bartender: 'sales', chosen: true },
  });
  await expectAccessible(page);
});

it('prints the Wi-Fi of the guests beside the menu codes, also for a bartender', async () => {
  const page = await open('/settings/wifi');
  await page.getByLabel('Network name').fill('Sunset; Guests');
  await page.getByLabel('Wi-Fi password').fill('cold beer');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved').waitFor();
  const staff = await newPhone(bar);
  await signIn(staff, 'bartender');
  await staff.goto('/qr?table=4');
  const code = staff.getByRole('img', { name: 'QR code of the Wi-Fi Sunset; Guests' });
  await code.waitFor();
  await staff.getByText('cold beer', { exact: true }).waitFor();
  await code.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  expect(scan(await code.screenshot())).toBe('WIFI:T:WPA;S:Sunset\\; Guests;P:cold beer;;');
  await expectAccessible(staff);
  await api.send('PUT', '/api/settings', { guestWifi: null });
  await code.waitFor({ state: 'detached' });
  await api.send('PUT', '/api/settings', { publicUrl: 'http://127.0.0.1:8080' });
  await staff.getByText('The codes lead to http://127.0.0.1:8080/m').waitFor();
  await api.send('PUT', '/api/settings', { publicUrl: null });
});

it('takes the address of a printer as it is written on the printer', async () => {
  const page = await open('/settings/printing');
  await part(page, 'Printing').getByRole('button', { name: 'Add Printer' }).click();
  await dialog(page).getByLabel('Name').fill('Kitchen');
  await dialog(page).getByLabel('Address').fill('192.0.2.7');
  await dialog(page).getByRole('button', { name: 'Add Printer' }).click();
  await part(page, 'Printing').getByText('tcp://192.0.2.7:9100').waitFor();
  await page.getByRole('button', { name: 'Delete Kitchen' }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Printer deleted').waitFor();
});

it('shows the addresses of the box and prints the connection slip', async () => {
  const page = await open('/settings/network');
  const network = part(page, 'Network');
  const code = network.getByRole('img', { name: /^QR code of http:/ });
  await code.waitFor();
  expect(
    await code.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBe(800);
  const { staffUrl, menuUrl } = await api.get<{ staffUrl: string; menuUrl: string }>('/api/network');
  await network.getByText(staffUrl, { exact: true }).first().waitFor();
  await network.getByText(menuUrl, { exact: true }).waitFor();
  await network.getByRole('button', { name: 'Print how to connect' }).click();
  await page.getByText('The slip is on its way').waitFor();
  await printer.waitUntilPrinted(staffUrl.replace('http://', ''));
});

it('makes a backup on request, and downloads it', async () => {
  const page = await open('/settings/backups');
  const backups = part(page, 'Backups');
  await backups.getByRole('button', { name: 'Back up now' }).click();
  await page.getByText('Backup made and verified').waitFor();
  await backups.getByText('just now').waitFor();
  await expectAccessible(page);
  const saved = page.waitForEvent('download');
  await backups
    .getByRole('button', { name: /^Download the backup of / })
    .first()
    .click();
  const file = await saved;
  const { copies } = await api.get<{ copies: { name: string; sizeBytes: number }[] }>('/api/backups');
  expect(file.suggestedFilename()).toBe(copies[0]?.name);
  expect(readFileSync(await file.path()).length).toBe(copies[0]?.sizeBytes);
});

it('adds and deletes tables, and other phones show it at once', async () => {
  const page = await open('/settings/tables');
  const other = await newPhone(bar);
  await signIn(other, 'bartender');
  await other.goto('/table-service');
  await other.getByRole('button', { name: 'Table 12', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Add Table' }).click();
  await dialog(page).getByLabel('Table Number').fill('12');
  await dialog(page).getByRole('button', { name: 'Add Table' }).click();
  await dialog(page).getByRole('alert').first().waitFor();
  await dialog(page).getByLabel('Table Number').fill('21');
  await dialog(page).getByRole('button', { name: 'Add Table' }).click();
  await page.getByText('Table saved').waitFor();
  await other.getByRole('button', { name: 'Table 21', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Delete Table 21' }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Table deleted').waitFor();
  await other.getByRole('button', { name: 'Table 21', exact: true }).waitFor({ state: 'detached' });
});

it('shows staff why nothing prints, and prints when the problem is solved', async () => {
  const phone = await newPhone(bar);
  await signIn(phone, 'bartender');
  printer.paper(false);
  const [product] = await api.get<{ id: number }[]>('/api/products');
  const sale = await api.send<{ receipt: { receiptNumber: string } }>('POST', '/api/sales', {
    productId: product?.id,
    quantity: 1,
  });
  const mark = phone.getByRole('button', { name: /^Trouble: / });
  await mark.click();
  await dialog(phone).getByText('No paper', { exact: true }).first().waitFor();
  await expectAccessible(phone);
  printer.paper(true);
  await dialog(phone).getByText('All printers work again.').waitFor();
  await dialog(phone).getByRole('button', { name: 'Close' }).click();
  await mark.waitFor({ state: 'detached' });
  await printer.waitUntilPrinted(sale.receipt.receiptNumber);
});

it('edits a printer beside a sample of its paper', async () => {
  const page = await open('/settings/printing', DESKTOP);
  await page
    .getByRole('button', { name: /^Edit / })
    .and(part(page, 'Printing').getByRole('button'))
    .first()
    .click();
  await dialog(page).getByText('TOTAL').waitFor();
  await dialog(page).getByRole('checkbox', { name: 'Food' }).check();
  await dialog(page).getByRole('switch', { name: 'Opens the cash drawer' }).check();
  await dialog(page).getByRole('radio', { name: 'Pin 5' }).check({ force: true });
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Save Changes' }).click();
  await part(page, 'Printing').getByText('Receipts · Tickets: Food · Cash drawer').waitFor();
  const { printers } = await api.get<{ printers: object[] }>('/api/settings');
  expect(printers[0]).toMatchObject({
    categories: ['food'],
    opensDrawer: true,
    drawerPin: 5,
    receipts: true,
  });
});

it('keeps the title of a long form visible while its buttons have the focus', async () => {
  const page = await open('/settings/printing');
  await part(page, 'Printing').getByRole('button', { name: 'Add Printer' }).click();
  await dialog(page).getByText('TOTAL').waitFor();
  await dialog(page).getByLabel('Characters per line').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Add Printer');
  expect(
    await dialog(page)
      .locator('article')
      .evaluate(({ scrollTop }) => scrollTop),
  ).toBe(0);
  await page.keyboard.press('Enter');
  await dialog(page).getByText('Name is required').waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
});

it('adds a payment method that another phone shows at once, and saves the answer about coins', async () => {
  const page = await open('/settings/methods');
  const other = await open('/settings/methods', DESKTOP);
  const methods = part(page, 'Payment methods');
  await methods.getByRole('button', { name: 'Add MTN MoMo' }).click();
  await page.getByText('MTN MoMo added').waitFor();
  await part(other, 'Payment methods').getByRole('switch', { name: 'MTN MoMo' }).waitFor();
  await methods.getByRole('switch', { name: 'Check' }).press('Space');
  await page.getByText('Check is off').waitFor();
  await methods.getByRole('button', { name: 'Edit MTN MoMo' }).click();
  await dialog(page).getByLabel('Account').fill('0886 123 456');
  await expectAccessible(page);
  await dialog(page).getByLabel('Account').press('Enter');
  await methods.getByText('Mobile money · USD, LRD · Reference needed · 0886 123 456').waitFor();
  await page.getByRole('link', { name: 'All settings' }).click();
  await page.getByRole('link', { name: 'Cash', exact: true }).click();
  await part(page, 'Cash').getByRole('radio', { name: 'No' }).check();
  await page.getByText('Change in Liberian dollars is rounded to L$20').first().waitFor();
  await expectAccessible(page);
  const staff = await apiAs(bar, 'bartender');
  const setup = await staff.get<{ lrdCashStep: string; methods: { id: string }[] }>('/api/cash/setup');
  expect(setup.lrdCashStep).toBe('20.00');
  expect(setup.methods.map(({ id }) => id)).toEqual(['cash', 'card', 'digital', 'mobile', 'mtn_momo']);
});

it('adds and removes the labels of a scale', async () => {
  const page = await open('/settings/screens');
  const scales = page.getByRole('region', { name: 'Scale labels' });
  await scales.getByText('Price, such as 27.50').waitFor();
  await scales.getByRole('button', { name: 'Add Label' }).click();
  await dialog(page).getByLabel('Prefix').fill('21');
  await dialog(page).getByLabel('Holds').selectOption('Weight in kilograms');
  await dialog(page).getByText('02750 on the label is 2.750 kg.').waitFor();
  await dialog(page).getByRole('button', { name: 'Add Label' }).click();
  await dialog(page).getByText('There is a label with this prefix').waitFor();
  await expectAccessible(page);
  await dialog(page).getByLabel('Prefix').fill('23');
  await dialog(page).getByRole('button', { name: 'Add Label' }).click();
  await scales.getByText('Weight in kilograms, such as 2.750 kg').waitFor();
  await expectAccessible(page);
  await scales.getByRole('button', { name: 'Remove the label 23' }).click();
  await scales.getByText('Begins with 23').waitFor({ state: 'detached' });
});

it('prints a sheet of all QR codes, and ticks off that first step', async () => {
  const page = await open('/admin');
  const steps = part(page, 'First steps');
  const requests = new Set<string>();
  page.on('request', (request) => requests.add(new URL(request.url()).pathname));
  await steps.getByRole('link', { name: 'Print the menu codes' }).click();
  await page.getByRole('img', { name: 'QR code of the menu for table 12' }).waitFor();
  await expectAccessible(page);
  await page.evaluate(() => {
    window.print = () => {
      document.title = 'printed';
    };
  });
  await page.getByRole('button', { name: 'On this device' }).click();
  await page.waitForFunction(() => document.title === 'printed');
  await page.goto('/admin');
  await steps.getByRole('link', { name: 'Print the menu codes (done)' }).waitFor();
  await expectAccessible(page);
  // Only the list of first steps requests the history.
  expect(requests).toContain('/api/exchange-rate/history');
  await steps.getByRole('button', { name: 'Later' }).click();
  requests.clear();
  await page.reload();
  await page.getByRole('article', { name: 'bartender' }).waitFor();
  expect(requests).toContain('/api/users');
  expect(requests).not.toContain('/api/exchange-rate/history');
  expect(await steps.count()).toBe(0);
});
