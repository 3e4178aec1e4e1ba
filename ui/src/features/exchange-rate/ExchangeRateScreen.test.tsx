/** The exchange rate screen: the form, the impact of a new rate, and the converter. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '../../api/http/query';
import { fakeServer, refusal } from '../../test/fakeServer';
import { type } from '../../test/fields';
import { signInAs } from '../../test/people';
import { Toaster } from '../../ui/feedback/Toaster';
import { dismissToast } from '../../ui/feedback/toast';
import ExchangeRateScreen from './ExchangeRateScreen';
import { bothFields, checkRate, impactOf } from './rate';

const RATE = { rate: 190, updatedAt: '2026-11-20T20:42:00' };
const value = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

async function open(more: Parameters<typeof fakeServer>[0] = {}) {
  const requests = fakeServer({
    'GET /api/exchange-rate': { body: RATE },
    'GET /api/exchange-rate/history?limit=10': { body: [{ ...RATE, userName: 'ada' }] },
    'POST /api/exchange-rate': { body: { rate: 195, updatedAt: '2026-11-21T08:00:00' } },
    ...more,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <ExchangeRateScreen />
      <Toaster />
    </QueryClientProvider>,
  );
  await screen.findByLabelText('New Rate');
  return requests;
}

beforeEach(() => {
  queryClient.clear();
  dismissToast();
  signInAs('admin');
});

it.each([
  ['190', 190],
  ['190.2500', 190.25],
  ['1000000', 1_000_000],
  ['1000000.0001', null],
  ['0', null],
  ['', null],
  ['-1', null],
  ['190.12345', null],
  ['abc', null],
])('parses the rate %j as %s', (text, rate) => expect(checkRate(text)).toBe(rate));

it.each([
  ['195', '+2.6%', 190_000, 195_000],
  ['180', '−5.3%', 190_000, 180_000],
])('computes the impact of %s', (text, share, before, after) =>
  expect(impactOf(text, 190)).toEqual({ share, before, after }),
);

it.each(['190', '190.00', '', '0'])('has no impact for %j', (text) => expect(impactOf(text, 190)).toBeNull());

it('converts exactly in both directions', () => {
  expect(bothFields({ currency: 'USD', text: '10' }, '190.25').LRD).toBe('1902.50');
  expect(bothFields({ currency: 'LRD', text: '950' }, '190').USD).toBe('5.00');
  expect(bothFields({ currency: 'LRD', text: 'x' }, '190').USD).toBe('');
});

describe('the screen', () => {
  it('shows the current rate, its date, and the history', async () => {
    await open();
    expect(screen.getAllByText('1 USD = 190 LRD').length).toBeGreaterThan(0);
    expect(screen.getByText('Last updated 20 Nov 2026, 8:42 PM')).toBeTruthy();
    expect(await screen.findByText('20 Nov 2026, 8:42 PM · ada')).toBeTruthy();
    expect(value('New Rate')).toBe('190');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('warns of the impact, updates the rate, and shows the rate of the box again', async () => {
    const requests = await open({
      'GET /api/exchange-rate': (_call, count) => ({ body: count === 1 ? RATE : { ...RATE, rate: 195 } }),
    });
    for (const rate of [180, 185, 190, 195, 200])
      expect(screen.getByRole('button', { name: `${rate} LRD` })).toBeTruthy();
    press('195 LRD');
    expect(screen.getByRole('alert').textContent).toContain('from 190 to 195 LRD (+2.6%)');
    press('Update Rate');
    expect(await screen.findByText('Exchange Rate Updated')).toBeTruthy();
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ rate: 195 });
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(value('New Rate')).toBe('195');
  });

  it('asks once about a rate that is more than 10 % away', async () => {
    const requests = await open();
    const sent = () => requests.filter(({ method }) => method === 'POST').length;
    type(screen.getByLabelText('New Rate'), '1900');
    press('Update Rate');
    await screen.findByRole('dialog', { name: 'The rate changes from 190 to 1900. Is that right?' });
    press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent()).toBe(0);
    expect(value('New Rate')).toBe('1900');
    press('Update Rate');
    fireEvent.click(await screen.findByRole('button', { name: 'Yes, save' }));
    expect(await screen.findByText('Exchange Rate Updated')).toBeTruthy();
    expect(sent()).toBe(1);
  });

  it.each(['', '0', '-5', 'x'])('refuses %j without a request', async (text) => {
    const requests = await open();
    type(screen.getByLabelText('New Rate'), text);
    press('Update Rate');
    expect(await screen.findByText('Invalid Rate')).toBeTruthy();
    expect(screen.getAllByText('Please enter a valid exchange rate').length).toBeGreaterThan(1);
    expect(requests.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('reports a failed update, and keeps the entered rate', async () => {
    await open({ 'POST /api/exchange-rate': refusal(503, 'read_only', 'The disk is full') });
    press('200 LRD');
    press('Update Rate');
    expect(await screen.findByText('Update Failed')).toBeTruthy();
    expect(screen.getByText('Failed to update exchange rate')).toBeTruthy();
    expect(value('New Rate')).toBe('200');
  });

  it('converts at the entered rate', async () => {
    await open();
    type(screen.getByLabelText('USD'), '10');
    expect(value('LRD')).toBe('1900.00');
    press('200 LRD');
    expect(value('LRD')).toBe('2000.00');
    type(screen.getByLabelText('LRD'), '500');
    expect(value('USD')).toBe('2.50');
  });

  it('starts with 185 when no rate could be loaded, and can load it again', async () => {
    await open({
      'GET /api/exchange-rate': (_call, count) =>
        count === 1 ? refusal(500, 'internal', 'oh') : { body: RATE },
    });
    expect(value('New Rate')).toBe('185');
    press('Try again');
    expect(await screen.findByText('Last updated 20 Nov 2026, 8:42 PM')).toBeTruthy();
    expect(value('New Rate')).toBe('190');
  });
});
