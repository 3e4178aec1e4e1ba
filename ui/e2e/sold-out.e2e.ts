/** Sold out tonight: said on one phone, no other sells it any more, and the guests' menu says so too. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs, productOf, uniqueName } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, newPhone, openBar, signIn } from './support/box';

let bar: Bar;
let admin: Api;
beforeAll(async () => {
  bar = await openBar();
  admin = await apiAs(bar, 'admin');
});
afterAll(() => bar?.close());

it('takes a product off another phone and the menu at once, and puts it back', async () => {
  const soup = uniqueName('Soup');
  await admin.send('POST', '/api/products', { name: soup, category: 'food', priceUSD: '4.00', stock: 12 });
  const [cook, till, guest] = [await newPhone(bar), await newPhone(bar), await newPhone(bar)];
  await signIn(till, 'manager');
  await till.goto('/bartender');
  await till.getByRole('searchbox', { name: 'Search products' }).fill(soup);
  const tile = till.locator('.pick', { hasText: soup });
  await tile.locator('.tile:enabled').waitFor();

  await signIn(cook, 'bartender');
  await cook.goto('/inventory');
  await cook.getByRole('searchbox').fill(soup);
  await cook.getByRole('button', { name: soup }).click();
  const sheet = cook.getByRole('dialog', { name: soup });
  await sheet.getByRole('button', { name: 'Sold out tonight' }).click();
  await sheet.getByRole('button', { name: 'Back on sale' }).waitFor();
  await expectAccessible(cook);

  await tile.locator('.tile:disabled').waitFor();
  expect(await tile.getByRole('button', { name: 'Sell anyway' }).count()).toBe(0);
  expect((await productOf(admin, soup)).stock).toBe(12);
  await guest.goto('/customer-menu');
  await guest.getByRole('article').filter({ hasText: soup }).getByText('Out of Stock').waitFor();

  await sheet.getByRole('button', { name: 'Back on sale' }).click();
  await tile.locator('.tile:enabled').waitFor();
});
