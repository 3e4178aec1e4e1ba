/** The rules of the Currency Settings dialog. */
import { describe, expect, it } from 'vitest';
import { CIGAR, product, RICE } from '../test/products';
import {
  type CurrencyForm,
  fillLRD,
  fillUSD,
  hasNoPrice,
  previewOf,
  startForm,
  toPatch,
  typeLRD,
  typeUSD,
} from './currency';

const form = (more: Partial<CurrencyForm> = {}): CurrencyForm => ({
  currency: 'USD',
  exchangeRate: '190',
  priceUSD: '',
  priceLRD: '',
  ...more,
});

describe('the start form', () => {
  it('has both prices as they are set', () => {
    expect(startForm(CIGAR)).toEqual({
      currency: 'USD',
      exchangeRate: '190',
      priceUSD: '25.00',
      priceLRD: '4750.00',
    });
  });
  it('has an empty LRD price when none is set', () => {
    expect(startForm(product())).toMatchObject({ priceUSD: '2.00', priceLRD: '' });
  });
  it('never shows a price in L$ as dollars', () => {
    expect(startForm(RICE)).toMatchObject({ currency: 'LRD', priceUSD: '5.00', priceLRD: '950.00' });
  });
  it('has the rate 185.00 when the product has none', () => {
    const withoutRate = { ...product(), exchangeRate: null as never };
    expect(startForm(withoutRate).exchangeRate).toBe('185.00');
  });
});

describe('typing', () => {
  it('fills the other price, to two decimals', () => {
    expect(typeUSD(form(), '3.5')).toMatchObject({ priceUSD: '3.5', priceLRD: '665.00' });
    expect(typeLRD(form(), '1000')).toMatchObject({ priceLRD: '1000', priceUSD: '5.26' });
    expect(typeLRD(form({ exchangeRate: '3' }), '0.05').priceUSD).toBe('0.02');
  });
  it('does not change the other price when emptied, or without a valid rate', () => {
    expect(typeUSD(form({ priceUSD: '1', priceLRD: '190' }), '')).toMatchObject({
      priceUSD: '',
      priceLRD: '190',
    });
    expect(typeUSD(form({ exchangeRate: '0' }), '3').priceLRD).toBe('');
    expect(typeUSD(form({ priceLRD: '9' }), '3.555').priceLRD).toBe('9');
  });
  it('can be replaced by the convert buttons', () => {
    expect(fillLRD(form({ priceUSD: '2', exchangeRate: '200.5' })).priceLRD).toBe('401.00');
    expect(fillUSD(form({ priceLRD: '401', exchangeRate: '200.5' })).priceUSD).toBe('2.00');
  });
});

it('has a preview only with both prices and a rate', () => {
  expect(previewOf(form({ priceUSD: '3.5', priceLRD: '665' }))).toEqual({
    usd: 350,
    lrd: 66500,
    rate: '190',
  });
  expect(previewOf(form({ priceUSD: '3.5' }))).toBeNull();
  expect(previewOf(form({ priceUSD: '3.5', priceLRD: '665', exchangeRate: '' }))).toBeNull();
});

describe('the request', () => {
  it.each([
    [form({ priceUSD: '3.5', priceLRD: '665' }), { priceUSD: 3.5, priceLRD: 665, price: 3.5 }],
    [
      form({ priceUSD: '3.5', priceLRD: '665', currency: 'LRD' }),
      { priceUSD: 3.5, priceLRD: 665, price: 665 },
    ],
    [form({ priceLRD: '665' }), { priceUSD: null, priceLRD: 665, price: 0 }],
    [form({ priceUSD: '0', priceLRD: '665.10' }), { priceUSD: null, priceLRD: 665.1, price: 0 }],
  ])('has the prices of the form (%#)', (from, prices) => {
    expect(toPatch(from)).toEqual({ currency: from.currency, exchangeRate: 190, ...prices });
  });

  it.each([
    form(),
    form({ priceUSD: '0' }),
    form({ priceUSD: '0.00', priceLRD: '0' }),
    form({ priceLRD: '-4' }),
  ])('is missing without a price above 0 (%#)', (from) => expect(toPatch(from)).toBe('missing'));

  it('is replaced by errors for invalid amounts and rates', () => {
    expect(toPatch(form({ priceUSD: '3.555', priceLRD: '665', exchangeRate: '0' }))).toEqual({
      priceUSD: 'Enter an amount such as 3.50',
      exchangeRate: 'Please enter a valid exchange rate',
    });
  });

  it('cannot be sent while both prices are empty', () => {
    expect(hasNoPrice(form())).toBe(true);
    expect(hasNoPrice(form({ priceLRD: '0' }))).toBe(false);
  });
});
