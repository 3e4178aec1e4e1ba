/** The price assistant: changes, suggested prices, and the plan of a day. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '../../api/http/query';
import { fakeServer, type RecordedCall, refusal } from '../../test/fakeServer';
import { type } from '../../test/fields';
import { signInAs } from '../../test/people';
import { BEER } from '../../test/products';
import { inForce } from '../../test/tax';
import { Toaster } from '../../ui/feedback/Toaster';
import { dismissToast } from '../../ui/feedback/toast';
import PriceAssistantScreen from './PriceAssistantScreen';

const FROM = '2027-01-01';
const CHANGE = {
  from: FROM,
  mode: null,
  classes: [{ id: 'standard', name: 'Standard', before: 'GST 13 %', after: 'VAT 18 %' }],
  products: 2,
};
const price = (
  productId: number,
  productName: string,
  currency: 'USD' | 'LRD',
  [old, netBefore, netAfter, suggested]: string[],
) => ({ productId, productName, currency, price: old, netBefore, netAfter, suggested });
const ROWS = (beer: string) => [
  price(1, 'Club Beer', 'USD', ['2.00', '1.77', '1.69', beer]),
  price(2, 'Jollof rice', 'LRD', ['950.00', '840.71', '805.08', '995.00']),
];
const ASSISTANT = `GET /api/tax/price-assistant?from=${FROM}&rounding=`;

function open(answers: Parameters<typeof fakeServer>[0] = {}) {
  const requests = fakeServer({
    'GET /api/tax': { body: inForce('included') },
    'GET /api/tax/changes': { body: [CHANGE] },
    'GET /api/tax/price-plan': { body: [] },
    [`${ASSISTANT}up`]: { body: ROWS('2.25') },
    [`${ASSISTANT}nearest`]: { body: ROWS('2.00') },
    ...answers,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <PriceAssistantScreen />
      <Toaster />
    </QueryClientProvider>,
  );
  return requests;
}
const field = (name: string) => screen.findByLabelText(`New price of ${name}`) as Promise<HTMLInputElement>;
const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const written = (requests: RecordedCall[]) => requests.filter(({ method }) => method !== 'GET');

beforeEach(() => {
  queryClient.clear();
  dismissToast();
  signInAs('manager');
});

it('plans the prices that change, and no others', async () => {
  const requests = open({ 'PUT /api/tax/price-plan': { body: { from: FROM, items: [] } } });
  await screen.findByText('On 1 Jan 2027 GST 13 % becomes VAT 18 %.');
  const beer = await field('Club Beer in USD');
  expect(beer.value).toBe('2.00');
  expect(screen.getByText(/Net \$1.77, then \$1.69/)).toBeTruthy();
  press('Plan Prices');
  await screen.findByText('All prices stay as they are');
  choose('Raise, to the nearest');
  await waitFor(async () => expect((await field('Jollof rice in LRD')).value).toBe('995.00'));
  expect((await field('Club Beer in USD')).value).toBe('2.00');
  choose('Raise, rounded up');
  await waitFor(async () => expect((await field('Club Beer in USD')).value).toBe('2.25'));
  type(await field('Jollof rice in LRD'), '1000');
  press('Plan Prices');
  await screen.findByText('Prices are planned');
  expect(written(requests).map(({ body }) => body)).toEqual([
    {
      from: FROM,
      items: [
        { productId: 1, priceUSD: '2.25' },
        { productId: 2, priceLRD: '1000.00' },
      ],
    },
  ]);
});

it('refuses what is no amount before anything is sent', async () => {
  const requests = open();
  type(await field('Club Beer in USD'), '0');
  press('Plan Prices');
  expect((await screen.findByText('Not an amount')).getAttribute('role')).toBe('alert');
  expect(written(requests)).toEqual([]);
});

it('shows a plan, and withdraws it', async () => {
  const items = [{ productId: 1, priceUSD: '2.50', priceLRD: null }];
  const requests = open({
    'GET /api/tax/price-plan': { body: [{ from: FROM, items }] },
    [`DELETE /api/tax/price-plan?from=${FROM}`]: { status: 204 },
  });
  await screen.findByText('1 product has a new price from 1 Jan 2027.');
  expect(await screen.findByText('Planned $2.50')).toBeTruthy();
  press('Withdraw Plan');
  await screen.findByText('The plan is withdrawn');
  expect(written(requests)).toHaveLength(1);
});

it('says that nothing is planned', async () => {
  open({ 'GET /api/tax/changes': { body: [] } });
  expect(await screen.findByText('No tax change is planned')).toBeTruthy();
});

it('can be loaded again after a failure', async () => {
  open({ 'GET /api/tax/changes': refusal(500, 'internal', 'oh') });
  expect(await screen.findByText('Tax changes could not be loaded')).toBeTruthy();
});

describe('with a plan of the day', () => {
  const BEER_PLANNED = { productId: 1, priceUSD: '2.50', priceLRD: null };
  const RICE_PLANNED = { productId: 2, priceUSD: null, priceLRD: '1000.00' };
  /** A price whose tax does not change any more. */
  const COLA_PLANNED = { productId: 3, priceUSD: '1.25', priceLRD: null };
  const planned = (...items: object[]) => ({ 'GET /api/tax/price-plan': { body: [{ from: FROM, items }] } });

  it('keeps the other planned prices when one is corrected', async () => {
    const requests = open({
      ...planned(BEER_PLANNED, RICE_PLANNED, COLA_PLANNED, { ...COLA_PLANNED, productId: 4 }),
      'GET /api/products': { body: [BEER, { ...BEER, id: 2 }, { ...BEER, id: 3 }] },
      'PUT /api/tax/price-plan': ({ body }) => ({ body }),
    });
    expect((await field('Jollof rice in LRD')).value).toBe('1000.00');
    await waitFor(() => expect(queryClient.getQueryData(['/api/products'])).toBeTruthy());
    type(await field('Club Beer in USD'), '2.75');
    press('Plan Prices');
    await screen.findByText('Prices are planned');
    expect(written(requests).map(({ body }) => (body as { items: object[] }).items)).toEqual([
      [
        { productId: 3, priceUSD: '1.25' },
        { productId: 1, priceUSD: '2.75' },
        { productId: 2, priceLRD: '1000.00' },
      ],
    ]);
  });

  it('shows what was planned last, also after a rounding', async () => {
    let stored: object[] = [];
    open({
      'GET /api/tax/price-plan': () => ({ body: stored }),
      'PUT /api/tax/price-plan': ({ body }) => {
        stored = [body as object];
        return { body };
      },
    });
    await field('Club Beer in USD');
    choose('Raise, rounded up');
    type(await field('Jollof rice in LRD'), '1000');
    press('Plan Prices');
    await screen.findByText('Planned L$1,000.00');
    expect((await field('Jollof rice in LRD')).value).toBe('1000.00');
    expect((await field('Club Beer in USD')).value).toBe('2.25');
    expect(screen.queryByRole('radio', { checked: true })).toBeNull();
  });

  it('withdraws it when prices are kept', async () => {
    const requests = open({
      ...planned(BEER_PLANNED),
      [`DELETE /api/tax/price-plan?from=${FROM}`]: { status: 204 },
    });
    await waitFor(async () => expect((await field('Club Beer in USD')).value).toBe('2.50'));
    choose('Keep prices');
    expect((await field('Club Beer in USD')).value).toBe('2.00');
    press('Plan Prices');
    await screen.findByText('The plan is withdrawn');
    expect(written(requests).map(({ method }) => method)).toEqual(['DELETE']);
  });

  it('can withdraw it when tax does not change on that day any more', async () => {
    const requests = open({
      ...planned(BEER_PLANNED),
      'GET /api/tax/changes': { body: [] },
      [`DELETE /api/tax/price-plan?from=${FROM}`]: { status: 204 },
    });
    await screen.findByText('1 product has a new price from 1 Jan 2027. Tax does not change on that day.');
    expect(screen.queryByText('No tax change is planned')).toBeNull();
    press('Withdraw Plan');
    await screen.findByText('The plan is withdrawn');
    expect(written(requests)).toHaveLength(1);
  });

  it('says that plans could not be loaded', async () => {
    open({ 'GET /api/tax/price-plan': refusal(500, 'internal', 'oh') });
    expect(await screen.findByText('The price plans could not be loaded')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Plan Prices' })).toBeNull();
  });
});

describe('without prices to change', () => {
  const modes = (before: string, after: string) => ({ ...CHANGE, mode: { before, after } });
  it.each([
    ['No price has to change: tax comes on top of prices.', 'added', CHANGE],
    [
      'No new prices are suggested: tax comes on top of prices from that day on.',
      'included',
      modes('included', 'added'),
    ],
    ['No new prices are suggested: tax is off from that day on.', 'off', CHANGE],
    ['No new prices are suggested: tax is off from that day on.', 'added', modes('added', 'off')],
    ['No product is in a class that changes.', 'included', { ...CHANGE, products: 0 }],
    ['No price contains another percent of tax from that day on.', 'included', CHANGE],
  ] as const)('says %s', async (text, mode, change) => {
    open({
      'GET /api/tax': { body: inForce(mode) },
      'GET /api/tax/changes': { body: [change] },
      [`${ASSISTANT}up`]: { body: [] },
    });
    expect(await screen.findByText(text)).toBeTruthy();
  });
});
