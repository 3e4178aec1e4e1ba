/** The addresses that `at` builds, and calls that must not compile. */
import { expect, it } from 'vitest';
import { at } from './calls';
import { get, patch, post } from './http/client';
import { useGet } from './http/query';
import { useOnce } from './http/useOnce';

it('fills in the path parameters and puts the others into the query', () => {
  expect(at('/api/orders/{id}/items/{itemId}', { id: 7, itemId: 3 })).toBe('/api/orders/7/items/3');
  expect(at('/api/receipts/{receiptNumber}', { receiptNumber: 'R 1/2' })).toBe('/api/receipts/R%201%2F2');
  expect(at('/api/sales', { q: 'Fish & chips', limit: 5 })).toBe('/api/sales?q=Fish+%26+chips&limit=5');
  expect(at('/api/products/{id}/movements', { id: 4, limit: 9 })).toBe('/api/products/4/movements?limit=9');
  expect(at('/api/sales', {})).toBe('/api/sales');
});

/** Never called: each `@ts-expect-error` fails the type check as soon as the line below it compiles. */
function mustNotCompile() {
  // @ts-expect-error The path does not exist.
  void get('/api/sails');
  // @ts-expect-error The path takes another method.
  void get('/api/sales/batch');
  // @ts-expect-error The path parameters are not filled in.
  void get('/api/orders/{id}');
  // @ts-expect-error A string that was not built by `at` is no address.
  void get(`/api/orders/${7}`);
  // @ts-expect-error A required query parameter is missing.
  void get('/api/admin/user-sales');
  // @ts-expect-error The path parameter is called id.
  at('/api/orders/{id}', { orderId: 7 });
  // @ts-expect-error The query parameter does not exist.
  at('/api/sales', { count: 5 });
  // @ts-expect-error The status does not exist.
  at('/api/credit', { status: 'forgiven' });
  // @ts-expect-error A required field is missing.
  void post('/api/sales', { quantity: 1 });
  // @ts-expect-error The body is missing.
  void post('/api/sales');
  // @ts-expect-error The field does not exist.
  void post('/api/sales', { productId: 1, quantity: 1, colour: 'red' });
  // @ts-expect-error The status in the body does not exist.
  void patch(at('/api/tables/{id}/status', { id: 1 }), { status: 'burning' });
  // @ts-expect-error The answer has no such field.
  useGet('/api/orders').data?.[0]?.colour;
  // @ts-expect-error The body belongs to another call.
  void useOnce('/api/scans', 'key', []).run({ code: '1' });
  // @ts-expect-error No path begins with this root.
  useOnce('/api/scans', 'key', ['/api/sail']);
}
void mustNotCompile;
