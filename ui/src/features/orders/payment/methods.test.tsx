/** Paying an order with the methods that the bar has added, alone or several together. */
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { refusal } from '../../../test/fakeServer';
import { choose, type } from '../../../test/fields';
import { CASH_SETUP } from '../../../test/methods';
import {
  field,
  open,
  PAY,
  payments,
  press,
  pressProcessPayment,
  resetPayment,
  settlementText,
} from './test/payment';

beforeEach(resetPayment);

const withMethods = { 'GET /api/cash/setup': { body: CASH_SETUP } };

it('offers the added methods after the standard ones', async () => {
  await open(withMethods);
  await screen.findByRole('radio', { name: 'MTN MoMo' });
  const methods = within(screen.getByRole('radiogroup', { name: 'Payment Method' }));
  const names = methods.getAllByRole('radio').map((radio) => radio.parentElement?.textContent);
  expect(names).toEqual(['Cash', 'Card', 'Mobile', 'Mixed', 'MTN MoMo', 'Voucher']);
});

it('does not offer a method that is switched off', async () => {
  const methods = CASH_SETUP.methods.filter(({ id }) => id !== 'card');
  await open({ 'GET /api/cash/setup': { body: { ...CASH_SETUP, methods } } });
  await screen.findByRole('radio', { name: 'MTN MoMo' });
  expect(screen.queryByRole('radio', { name: 'Card' })).toBeNull();
});

it('takes a payment by one method with its reference', async () => {
  const { requests } = await open({ ...withMethods, [PAY]: refusal(409, 'reference_used', 'Used by Musa') });
  fireEvent.click(await screen.findByRole('radio', { name: 'MTN MoMo' }));
  expect(await screen.findByText('MTN MoMo: 0886123456')).toBeTruthy();
  press('Exact $');
  pressProcessPayment();
  expect(screen.getByText('MTN MoMo needs a reference')).toBeTruthy();
  expect(payments(requests)).toEqual([]);
  type(field('Reference'), '8842-13 a');
  pressProcessPayment();
  await waitFor(() => expect(field('Reference').closest('.field')?.textContent).toContain('Used by Musa'));
  expect(payments(requests)[0]?.body).toEqual({
    exchangeRate: 190,
    paymentMethod: 'mtn_momo',
    tenders: [{ method: 'mtn_momo', currency: 'USD', amount: '14.00', reference: '8842-13 a' }],
  });
});

it('takes by card at most what is due', async () => {
  const { requests } = await open(withMethods);
  fireEvent.click(await screen.findByRole('radio', { name: 'Card' }));
  type(field('Amount USD'), '20');
  expect(screen.getByText('A card cannot give change')).toBeTruthy();
  expect(field('Amount USD').getAttribute('aria-invalid')).toBe('true');
  expect(settlementText()).toBeUndefined();
  pressProcessPayment();
  expect(payments(requests)).toEqual([]);
  fireEvent.click(screen.getByRole('radio', { name: 'Mobile' }));
  expect(screen.getByText('Mobile cannot give change')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Cash' }));
  expect(screen.queryByText(/cannot give change/)).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: 'Card' }));
  press('Exact $');
  pressProcessPayment();
  await screen.findByText('Payment Processed');
  expect(payments(requests)[0]?.body).toEqual({
    exchangeRate: 190,
    paymentMethod: 'card',
    tenders: [{ method: 'card', currency: 'USD', amount: '14.00' }],
  });
});

it('sends no mixed payment whose other methods exceed what is due', async () => {
  const { requests } = await open(withMethods);
  await screen.findByRole('radio', { name: 'MTN MoMo' });
  fireEvent.click(screen.getByRole('radio', { name: 'Mixed' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Add method' }));
  type(field('Amount'), '20');
  type(field('Reference'), '8842');
  pressProcessPayment();
  expect(screen.getByText(/^This is more than is due/)).toBeTruthy();
  expect(payments(requests)).toEqual([]);
});

it('adds methods to a mixed payment, which is sent as tenders', async () => {
  const { requests } = await open(withMethods);
  await screen.findByRole('radio', { name: 'MTN MoMo' });
  fireEvent.click(screen.getByRole('radio', { name: 'Mixed' }));
  type(field('Amount USD'), '10');
  fireEvent.click(await screen.findByRole('button', { name: 'Add method' }));
  type(field('Amount'), '7');
  type(field('Reference'), '8842');
  expect(settlementText()).toContain('Change due $3.00');
  press('Add method');
  const second = within(screen.getByRole('group', { name: 'Method 2' }));
  choose(second.getByLabelText('Method'), 'voucher');
  expect([...second.getByLabelText('Currency').children].map(({ textContent }) => textContent)).toEqual([
    'US$',
  ]);
  type(second.getByLabelText('Amount'), '20');
  expect(screen.getByText(/^This is more than is due/)).toBeTruthy();
  fireEvent.click(second.getByRole('button', { name: 'Remove Voucher' }));
  pressProcessPayment();
  await screen.findByText('Payment Processed');
  expect(payments(requests)[0]?.body).toEqual({
    exchangeRate: 190,
    paymentMethod: 'mixed',
    changeIn: 'split',
    tenders: [
      { method: 'cash', currency: 'USD', amount: '10.00' },
      { method: 'mtn_momo', currency: 'USD', amount: '7.00', reference: '8842' },
    ],
  });
});

it('shows the message of the box when the payment is too high', async () => {
  const message = 'Only $6.00 / L$1,140 is due, and change is given from cash';
  await open({
    ...withMethods,
    [PAY]: refusal(409, 'overpaid', message, { dueUSD: '6.00', dueLRD: '1140.00' }),
  });
  press('Exact $');
  pressProcessPayment();
  expect((await screen.findByRole('alert')).textContent).toContain(message);
});
