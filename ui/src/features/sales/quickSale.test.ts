/** The rules of a quick sale. */
import { expect, it } from 'vitest';
import { parseQuantity } from '../../parts/lines/lines';
import { BEER, product, RICE } from '../../test/products';
import { choices } from './ProductField';
import { EMPTY_FORM, problemOf, saleOf, sentForm } from './quickSale';

const check = (productId: string, quantity: string, of = productId ? BEER : undefined) => {
  const problem = problemOf({ ...EMPTY_FORM, productId, quantity }, of);
  return problem && `${problem.title}: ${problem.text}`;
};

it('reports a missing product, an invalid quantity and insufficient stock', () => {
  expect(check('', '1')).toBe('Missing information: Please select a product and quantity');
  expect(check('1', ' ')).toBe('Missing information: Please select a product and quantity');
  for (const quantity of ['0', '-3', '1.5', 'two'])
    expect(check('1', quantity)).toBe('Invalid quantity: Quantity must be greater than 0');
  expect(check('1', '25')).toBe('Insufficient stock: Only 24 units available');
  expect(check('1', '24')).toBeNull();
});

it('sells beyond the stock only anyway, and says so only then', () => {
  const many = { ...EMPTY_FORM, productId: '1', quantity: '25' };
  expect(problemOf({ ...many, anyway: true }, BEER)).toBeNull();
  expect(saleOf(BEER, { ...many, anyway: true }, 190)).toMatchObject({ quantity: 25, oversell: true });
  expect(sentForm(saleOf(BEER, { ...many, anyway: true }, 190)).anyway).toBe(true);
  expect(saleOf(BEER, { ...many, quantity: '24', anyway: true }, 190)).not.toHaveProperty('oversell');
  expect(saleOf(BEER, many, 190)).not.toHaveProperty('oversell');
});

it('parses whole numbers only', () => {
  expect(['3', ' 12 ', '-1', '', '1e2', '9'.repeat(20)].map(parseQuantity)).toEqual([
    3,
    12,
    -1,
    null,
    null,
    null,
  ]);
});

it('sends all amounts that were shown', () => {
  const form = { ...EMPTY_FORM, productId: '2', quantity: '3', paymentMethod: 'check' as const };
  const sent = saleOf(RICE, form, 190);
  expect(sentForm(sent)).toEqual(form);
  expect(sent).not.toHaveProperty('discountReason');
  expect(sent).toMatchObject({
    productId: 2,
    quantity: 3,
    unitPrice: '950.00',
    totalAmount: '2850.00',
    currency: 'LRD',
    totalAmountUSD: '15.00',
    totalAmountLRD: '2850.00',
    exchangeRate: 190,
    paymentMethod: 'check',
  });
});

it("sends a manager's price with its reason", () => {
  const form = { ...EMPTY_FORM, productId: '2', quantity: '3', price: '500.00', reason: 'Cold' };
  const sent = saleOf(RICE, form, 190);
  expect(sent).toMatchObject({
    unitPrice: '500.00',
    totalAmount: '1500.00',
    unitPriceUSD: '2.63',
    discountReason: 'Cold',
  });
  expect(sentForm(sent)).toEqual(form);
});

it('adds the brand to products of the same name', () => {
  const labels = choices([BEER, product(8, 'Club Beer', { brand: 'Large' }), RICE]).map(({ label }) => label);
  expect(labels).toEqual(['Club Beer, Monrovia Breweries', 'Club Beer, Large', 'Jollof rice']);
});
