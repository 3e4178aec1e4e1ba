/** What is asked before a price is saved. */
import { expect, it } from 'vitest';
import type { Product } from '../../api/types';
import { BEER, RICE } from '../../test/products';
import { questionOf } from './question';

const product = (more: Partial<Product> = {}): Product => ({ ...BEER, ...more });
const BOTH = product({ priceLRD: '350.00', effectivePriceLRD: '350.00' });

it('asks about a price that changes by more than half', () => {
  expect(questionOf(product(), { usd: 2000, lrd: null }, 190)).toBe(
    'The price changes from $2.00 to $20.00. Is that right?',
  );
  expect(questionOf(RICE, { usd: null, lrd: 9500 }, 190)).toBe(
    'The price changes from L$950.00 to L$95.00. Is that right?',
  );
  expect(questionOf(BOTH, { usd: 200, lrd: 3_500_00 }, 190)).toContain('from L$350.00 to L$3,500.00');
});

it('counts a price that follows the rate again', () => {
  expect(questionOf(BOTH, { usd: 200, lrd: null }, 190)).toBeNull();
  expect(questionOf(BOTH, { usd: 200, lrd: null }, 300)).toContain('from L$350.00 to L$600.00');
});

it('asks about a rate that changes by more than a tenth, and names both', () => {
  expect(questionOf(product(), { usd: 200, lrd: null }, 190, '200')).toBeNull();
  expect(questionOf(product(), { usd: 200, lrd: 38000 }, 190, '1900')).toBe(
    'The rate changes from 190 to 1900. Is that right?',
  );
  expect(questionOf(product(), { usd: 2000, lrd: 3_800_000 }, 190, '1900')).toBe(
    'The rate changes from 190 to 1900. The price changes from $2.00 to $20.00. Is that right?',
  );
});

it('is silent about small changes', () => {
  expect(questionOf(product(), { usd: 300, lrd: null }, 190)).toBeNull();
  expect(questionOf(product(), { usd: 200, lrd: null }, undefined)).toBeNull();
});
