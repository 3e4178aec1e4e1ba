/** Put on tab: the cart as credit of one customer, all lines or none. */
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { refusal } from '../../../test/fakeServer';
import { type } from '../../../test/fields';
import { type Answers, fakeTillServer, open, resetTill, tap, total } from '../test/till';

beforeEach(resetTill);

const MUSU = {
  customerId: 'Musu Kpadeh_0770',
  customerName: 'Musu Kpadeh',
  customerPhone: '0770',
  status: 'unpaid',
  items: [],
  owedUSD: '0.00',
  owedLRD: '0.00',
  dueUSD: '0.00',
  dueLRD: '0.00',
  rate: 190,
};

/** A cart of one beer, and the open dialog. */
async function openDialog(answer: Answers[string], tabs: object[] = []) {
  const requests = fakeTillServer({
    'GET /api/tabs': { body: tabs },
    'GET /api/credit': { body: [] },
    'POST /api/credit/batch': answer,
  });
  await open();
  tap(/Club Beer/);
  fireEvent.click(await screen.findByRole('button', { name: 'Put on tab' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Put on tab' }));
  await dialog.findByLabelText('Customer Name');
  const submit = () => fireEvent.click(dialog.getByRole('button', { name: 'Put on tab' }));
  const sent = () => requests.filter(({ path }) => path === '/api/credit/batch');
  return { dialog, submit, sent };
}

it('sends every line as it is shown, and empties the cart', async () => {
  const { dialog, submit, sent } = await openDialog({ status: 201, body: { credits: [] } });
  submit();
  expect(dialog.getByText('Customer name is required')).toBeTruthy();
  type(dialog.getByLabelText('Customer Name'), ' Ama  Kollie ');
  type(dialog.getByLabelText('Phone (optional)'), '0880');
  submit();
  await screen.findByText('On Ama Kollie’s tab');
  expect(sent()[0]?.body).toMatchObject({
    customerName: 'Ama Kollie',
    customerPhone: '0880',
    items: [{ productId: 1, quantity: 1, unitPrice: '2.00', exchangeRate: 190 }],
  });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('The cart is empty')).toBeTruthy();
});

it('offers known customers, and asks before a name gets a second tab', async () => {
  const { dialog, submit, sent } = await openDialog({ status: 201, body: { credits: [] } }, [MUSU]);
  type(dialog.getByLabelText('Customer Name'), 'mus');
  const offers = within(await dialog.findByRole('list', { name: 'Known customers' }));
  expect(offers.getByText('Musu Kpadeh')).toBeTruthy();
  type(dialog.getByLabelText('Customer Name'), 'musu kpadeh');
  submit();
  const question = within(
    await screen.findByRole('dialog', { name: 'Musu Kpadeh has an open tab. Add to it?' }),
  );
  expect(sent()).toEqual([]);
  fireEvent.click(await question.findByRole('button', { name: 'Add to it' }));
  await waitFor(() =>
    expect(sent()[0]?.body).toMatchObject({ customerName: 'Musu Kpadeh', customerPhone: '0770' }),
  );
});

it('puts the cart on an open tab with one tap', async () => {
  const items = [{ status: 'active', createdAt: new Date(Date.now() - 12 * 60_000).toISOString() }];
  const owes = { items, dueUSD: '5.00', dueLRD: '950.00', owedUSD: '0.00', owedLRD: '950.00', rate: 190 };
  const { dialog, sent } = await openDialog({ status: 201, body: { credits: [] } }, [
    { ...MUSU, ...owes },
    { ...MUSU, ...owes, customerId: 'paid', customerName: 'Ruth', status: 'paid' },
  ]);
  const tonight = within(await dialog.findByRole('region', { name: 'Open tonight' }));
  expect(tonight.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Musu KpadehL$950$5.0012 min',
  ]);
  fireEvent.click(tonight.getByRole('button'));
  await screen.findByText('On Musu Kpadeh’s tab');
  expect(sent()).toHaveLength(1);
  expect(sent()[0]?.body).toMatchObject({ customerName: 'Musu Kpadeh', customerPhone: '0770' });
});

it('says on open tabs what is left to their limits', async () => {
  const items = [{ status: 'active', createdAt: new Date(Date.now() - 12 * 60_000).toISOString() }];
  const owes = (customerName: string, dueUSD: string, limitUSD: string | null) => ({
    ...MUSU,
    items,
    customerId: customerName,
    customerName,
    dueUSD,
    limitUSD,
  });
  const { dialog } = await openDialog({ status: 201, body: { credits: [] } }, [
    owes('Musu', '5.00', '50.00'),
    owes('Ruth', '50.01', '50.00'),
    owes('Toe', '900.00', null),
  ]);
  const tonight = within(await dialog.findByRole('region', { name: 'Open tonight' }));
  const said = tonight.getAllByRole('button').map(({ textContent }) => textContent?.match(/12 min.*$/)?.[0]);
  expect(said).toEqual(['12 min · $45.00 left', '12 minOver limit', '12 min']);
});

it('keeps the cart when it is refused, with the new prices', async () => {
  const fresh = [{ productId: 1, currency: 'USD', unitPriceUSD: '2.50', unitPriceLRD: '475.00' }];
  const { dialog, submit } = await openDialog(
    refusal(409, 'price_changed', 'The price has changed', { fresh }),
  );
  type(dialog.getByLabelText('Customer Name'), 'Ama');
  submit();
  await dialog.findByText(/Prices have changed. Check the total/);
  expect(total()).toBe('Total$2.50L$475');
});

it('does not sell what may be on a tab already', async () => {
  const { dialog, submit } = await openDialog({ status: 500, body: {} });
  type(dialog.getByLabelText('Customer Name'), 'Ama');
  submit();
  await dialog.findByText('Failed to add items to tab. Please try again.');
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await screen.findByText(/We are not sure the last tab arrived/);
  expect(screen.getByRole('button', { name: 'Process Sale' })).toHaveProperty('disabled', true);
});
