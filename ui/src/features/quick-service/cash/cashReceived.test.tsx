/** Cash received at the till: exact amounts, notes, change, and other methods in addition. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it } from 'vitest';
import { type RecordedCall, refusal } from '../../../test/fakeServer';
import { choose, type } from '../../../test/fields';
import { CASH_SETUP } from '../../../test/methods';
import { signInAs } from '../../../test/people';
import {
  type Answers,
  fakeTillServer,
  open,
  pressProcessSale,
  resetTill,
  SOLD,
  sales,
  tap,
} from '../test/till';

beforeEach(resetTill);

describe('cash received', () => {
  const PAID = { changeUSD: '0.00', changeLRD: '20.00' };
  const sold = (payment: object = PAID) => ({ ...SOLD, body: { ...SOLD.body, payment } });
  const withSetup = (answers: Answers = {}) =>
    fakeTillServer({
      'GET /api/cash/setup': { body: CASH_SETUP },
      'POST /api/sales/batch': sold(),
      ...answers,
    });
  const note = (name: string) => screen.getByRole('radio', { name });
  const due = () => document.querySelector('output:has(+ select), .settlement output')?.textContent;
  const received = () => screen.findByRole('radiogroup', { name: 'Cash received' });
  const sent = (requests: RecordedCall[]) => sales(requests).map(({ body }) => body);

  it('is exact by default, in the currency of the cart', async () => {
    const requests = withSetup({ 'POST /api/sales/batch': sold({ changeUSD: '0.00', changeLRD: '0.00' }) });
    await open(false);
    tap(/Club Beer/);
    const group = within(await received());
    expect(group.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual([
      ...['Exact $', 'Exact L$', '$5', '$10', '$20', 'L$400', 'L$500', 'L$1,000', 'Other'],
    ]);
    expect(note('Exact $')).toHaveProperty('checked', true);
    expect(due()).toBe('No change due');
    pressProcessSale();
    await screen.findByText('Sold');
    expect(screen.queryByText(/^Change:/)).toBeNull();
    expect(sent(requests)).toMatchObject([
      { tenders: [{ method: 'cash', currency: 'USD', amount: '2.00' }], assumed: true },
    ]);
    expect(sent(requests)[0]).not.toHaveProperty('changeIn');
  });

  it('shows the change before and after the sale', async () => {
    const requests = withSetup({ 'POST /api/sales/batch': sold({ changeUSD: '6.00', changeLRD: '50.00' }) });
    await open();
    for (let beers = 0; beers < 7; beers += 1) tap(/Club Beer/);
    await received();
    fireEvent.click(note('$20'));
    expect(due()).toBe('Change due $6.00');
    choose(screen.getByLabelText('Change'), 'LRD');
    expect(due()).toBe('Change due L$1,140');
    pressProcessSale();
    expect(await screen.findByText('Change: $6 + L$50')).toBeTruthy();
    expect(sent(requests)).toMatchObject([
      { tenders: [{ method: 'cash', currency: 'USD', amount: '20.00' }], changeIn: 'LRD' },
    ]);
  });

  it('starts with what can be laid down for the goods, also after another choice', async () => {
    const requests = withSetup();
    await open();
    tap(/Jollof/);
    await received();
    expect(note('Exact L$')).toHaveProperty('checked', true);
    fireEvent.click(note('$10'));
    pressProcessSale();
    await screen.findByText('Sold');
    tap(/Jollof/);
    await received();
    fireEvent.click(note('$10'));
    // Back to the preselected one.
    fireEvent.click(note('Exact L$'));
    pressProcessSale();
    await waitFor(() => expect(sent(requests)).toHaveLength(2));
    expect(sent(requests)[0]).not.toHaveProperty('assumed');
    expect(sent(requests)[1]).toMatchObject({
      tenders: [{ method: 'cash', currency: 'LRD', amount: '950.00' }],
      assumed: true,
    });
  });

  it('survives a reload, and is reset when it no longer covers the cart', async () => {
    withSetup();
    await open();
    tap(/Club Beer/);
    await received();
    fireEvent.click(note('$5'));
    cleanup();
    await open();
    await received();
    expect(note('$5')).toHaveProperty('checked', true);
    tap(/Jollof/);
    expect(note('Exact $')).toHaveProperty('checked', true);
  });

  it('is hidden when another method is chosen', async () => {
    signInAs('admin');
    const requests = withSetup();
    await open();
    tap(/Club Beer/);
    await received();
    choose(screen.getByLabelText('Payment Method'), 'card');
    expect(screen.queryByRole('radiogroup', { name: 'Cash received' })).toBeNull();
    pressProcessSale();
    await screen.findByText('Sold');
    expect(sent(requests)[0]).not.toHaveProperty('tenders');
  });

  it('is sent again with the same amounts after a lost answer', async () => {
    const requests = withSetup({
      'POST /api/sales/batch': (_, count) => (count === 1 ? refusal(500, 'internal', 'No') : sold()),
    });
    await open();
    tap(/Club Beer/);
    await received();
    fireEvent.click(note('Other'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cash received' }));
    type(await dialog.findByLabelText('Amount USD'), '3');
    fireEvent.click(dialog.getByRole('button', { name: 'Process Sale' }));
    await dialog.findByText('Failed to process sales');
    fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
    pressProcessSale();
    await screen.findByText('Sold');
    expect(sent(requests)[1]).toEqual(sent(requests)[0]);
    expect(new Set(sales(requests).map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
  });

  it('is typed under Other, with other methods in addition', async () => {
    const requests = withSetup();
    await open();
    for (let beers = 0; beers < 3; beers += 1) tap(/Club Beer/);
    await received();
    fireEvent.click(note('Other'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cash received' }));
    fireEvent.click(await dialog.findByRole('button', { name: 'Process Sale' }));
    expect(dialog.getByText('Please enter a payment amount')).toBeTruthy();
    type(dialog.getByLabelText('Amount USD'), '4');
    expect(dialog.getByText('Remaining')).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Add method' }));
    const row = within(dialog.getByRole('group', { name: 'Method 1' }));
    expect(row.getByText('MTN MoMo: 0886123456')).toBeTruthy();
    expect(row.getByText(/Press only when the money is on the bar's own phone\./)).toBeTruthy();
    choose(row.getByLabelText('Currency'), 'LRD');
    type(row.getByLabelText('Amount'), '380');
    type(row.getByLabelText('Reference'), '8842-13');
    expect(dialog.getByText('Fully Paid')).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Process Sale' }));
    await screen.findByText('Sold');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent(requests)).toMatchObject([
      {
        tenders: [
          { method: 'cash', currency: 'USD', amount: '4.00' },
          { method: 'mtn_momo', currency: 'LRD', amount: '380.00', reference: '8842-13' },
        ],
      },
    ]);
  });

  it('is the only method that gives change', async () => {
    withSetup();
    await open();
    tap(/Club Beer/);
    await received();
    fireEvent.click(note('Other'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cash received' }));
    fireEvent.click(await dialog.findByRole('button', { name: 'Add method' }));
    type(dialog.getByLabelText('Amount'), '7');
    expect(dialog.getByText('This is more than is due. Only cash can give change.')).toBeTruthy();
  });

  it('requires the reference of a method that needs one', async () => {
    const used = 'This reference was used on 20 Nov 2026, 8:42 PM by Musa';
    const requests = withSetup({
      'POST /api/sales/batch': (_, count) => (count === 1 ? refusal(409, 'reference_used', used) : sold()),
    });
    await open(false);
    tap(/Club Beer/);
    await received();
    fireEvent.click(screen.getByRole('button', { name: /Open cart/ }));
    const sheet = within(screen.getByRole('dialog', { name: 'Cart' }));
    choose(sheet.getByLabelText('Payment Method'), 'mtn_momo');
    fireEvent.click(sheet.getByRole('button', { name: 'Close' }));
    pressProcessSale();
    const field = await screen.findByLabelText('Reference');
    expect(screen.getByText('MTN MoMo needs a reference')).toBeTruthy();
    type(field, '884213');
    pressProcessSale();
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(field.parentElement?.textContent).toContain(used);
    type(field, '884214');
    pressProcessSale();
    await screen.findByText('Sold');
    expect(sent(requests)[1]).toMatchObject({
      tenders: [{ method: 'mtn_momo', currency: 'USD', amount: '2.00', reference: '884214' }],
    });
  });
});
