/** A bar whose things have long names: product, guest, table, person. */
import { apiAs, freeTable, productOf } from './api';
import type { Bar } from './box';

/** Long, of words that a line can break between. */
const GUEST = 'Hawa Dolo-Kpadeh of the table by the window';

export async function addLongNames(bar: Bar): Promise<void> {
  const admin = await apiAs(bar, 'admin');
  const { id: productId } = await admin.send<{ id: number }>('POST', '/api/products', {
    name: 'Johnnie Walker Black Label Sherry Finish, double',
    brand: 'Diageo Liberia Import and Distribution',
    price: '125.50',
    stock: 1250,
    category: 'drinks',
  });
  const { id: beer } = await productOf(admin, 'Club Beer');
  const items = [productId, beer].map((id) => ({ productId: id, quantity: 12 }));
  const { id: tableId } = await freeTable(admin);
  const customerName = GUEST;
  await admin.send('POST', '/api/orders', {
    customerName: `${GUEST}, inside`,
    orderType: 'dine_in',
    tableId,
    items,
  });
  // The newest order, not on credit: the one whose payment is opened.
  await admin.send('POST', '/api/orders', { customerName, orderType: 'takeout', items });
  // More than the limit of a new tab.
  await admin.send('POST', '/api/credit', { customerName, productId, quantity: 12, overLimit: true });
  await admin.send('POST', '/api/sales/batch', { sales: items, customerName });
  await admin.send('POST', '/api/users', {
    username: 'marthajohnsonsirleafdolo',
    password: 'Martha-Johnson-2026',
    firstName: 'Martha Johnson',
    lastName: 'Sirleaf-Dolo',
    role: 'bartender',
  });
}

/** Opens and closes a shift of the drawer, so that there is one Z; then tills are off again. */
export async function addZ(bar: Bar): Promise<void> {
  const admin = await apiAs(bar, 'admin');
  await admin.send('PUT', '/api/settings', { cash: { mode: 'drawer', blindCount: false } });
  const pieces = [{ currency: 'USD', value: '20.00', quantity: 2 }];
  const count = { amountUSD: '40.00', amountLRD: '0.00', pieces };
  const { id } = await admin.send<{ id: number }>('POST', '/api/shifts', { tillId: 1, count });
  await admin.send('POST', `/api/shifts/${id}/count`, { count });
  await admin.send('PUT', '/api/settings', { cash: { mode: 'off' } });
}
