/** Addresses as they go out; and, for the compiler, calls that must not compile. */
import { expect, it } from 'vitest';
import { at } from './calls';
import { get, patch, post } from './http/client';
import { useGet } from './http/query';
import { useOnce } from './http/useOnce';

it('fills in what stands in braces, and asks with the rest', () => {
  expect(at('/api/orders/{id}/items/{itemId}', { id: 7, itemId: 3 })).toBe('/api/orders/7/items/3');
  expect(at('/api/receipts/{receiptNumber}', { receiptNumber: 'R 1/2' })).toBe('/api/receipts/R%201%2F2');
  expect(at('/api/sales', { q: 'Fish & chips', limit: 5 })).toBe('/api/sales?q=Fish+%26+chips&limit=5');
  expect(at('/api/products/{id}/movements', { id: 4, limit: 9 })).toBe('/api/products/4/movements?limit=9');
  expect(at('/api/sales', {})).toBe('/api/sales');
});

/** Never called: each line holds only while the compiler refuses what stands below it. */
function mustNotCompile() {
  // @ts-expect-error There is no such path.
  void get('/api/sails');
  // @ts-expect-error It takes another method.
  void get('/api/sales/batch');
  // @ts-expect-error A path with braces is no address yet.
  void get('/api/orders/{id}');
  // @ts-expect-error Nor is a text that merely looks like one.
  void get(`/api/orders/${7}`);
  // @ts-expect-error It cannot be asked without a user.
  void get('/api/admin/user-sales');
  // @ts-expect-error The brace is called id.
  at('/api/orders/{id}', { orderId: 7 });
  // @ts-expect-error It knows no such parameter.
  at('/api/sales', { count: 5 });
  // @ts-expect-error Nor such a status.
  at('/api/credit', { status: 'forgiven' });
  // @ts-expect-error A sale names its product.
  void post('/api/sales', { quantity: 1 });
  // @ts-expect-error A body is needed.
  void post('/api/sales');
  // @ts-expect-error Nothing is called so.
  void post('/api/sales', { productId: 1, quantity: 1, colour: 'red' });
  // @ts-expect-error No such status.
  void patch(at('/api/tables/{id}/status', { id: 1 }), { status: 'burning' });
  // @ts-expect-error An order has no such member.
  useGet('/api/orders').data?.[0]?.colour;
  // @ts-expect-error A write that is done once takes its own body.
  void useOnce('/api/scans', 'key', []).run({ code: '1' });
  // @ts-expect-error No list begins with that.
  useOnce('/api/scans', 'key', ['/api/sail']);
}
void mustNotCompile;
