/** The rules of the table service: status and actions of an order, tables, and the draft. */
import { describe, expect, it } from 'vitest';
import { addOne, type Line } from '../../parts/lines/lines';
import { order, table } from '../../test/orders';
import { BEER, RICE } from '../../test/products';
import { netPaidText } from './card/OrderFacts';
import { EMPTY_DRAFT, loadDraft, saveDraft } from './creation/draft';
import { requestOf } from './creation/request';
import { customerOf, guestOf } from './naming';
import { allowed, nextStatus, owingAt, shown, toggled } from './status';

const lines = (...products: (typeof BEER)[]): readonly Line[] =>
  products.reduce<readonly Line[]>((sum, each) => addOne(sum, each), []);

describe('the guest of an order', () => {
  it.each([
    ['James Cooper', {}, 'James Cooper'],
    ['Table 4', {}, ''],
    ['Table 11', {}, ''],
    ['VIP', { tableName: 'VIP' }, ''],
    ['Takeout', { orderType: 'takeout', tableNumber: null }, ''],
    ['Table 4/2', { splitIndex: 2 }, ''],
    ['VIP/3', { tableName: 'VIP', splitIndex: 3 }, ''],
    ['Musu/2', { splitIndex: 2 }, 'Musu'],
    ['Musu/2', {}, 'Musu/2'],
    ['Musu', { splitIndex: 1 }, 'Musu'],
    ['Table 4 - A', { splitIndex: 2 }, ''],
    ['VIP - Musu', { tableName: 'VIP', splitIndex: 2 }, 'Musu'],
    ['Musu - B', { splitIndex: 3 }, 'Musu'],
    ['Anna - B', {}, 'Anna - B'],
  ] as const)('%s %j', (customerName, more, guest) =>
    expect(customerOf(order(1, { customerName, ...more }))).toEqual({
      customerName: guest,
      customerPhone: '0770551240',
    }),
  );
  it('has no name where the order has that of its table', () => {
    expect(guestOf(order(1, { customerName: 'Table 11' }))).toBeNull();
    expect(guestOf(order(1))).toBe('James Cooper');
  });
});

describe('an order', () => {
  it('moves one step at a time', () => {
    expect(nextStatus('pending')).toBe('preparing');
    expect(nextStatus('preparing')).toBe('ready');
    expect(nextStatus('ready')).toBe('served');
    expect(nextStatus('served')).toBeNull();
    expect(nextStatus('cancelled')).toBeNull();
  });

  it('offers the actions that its state and the right to void allow', () => {
    expect(allowed(order(1), false)).toEqual({
      pay: true,
      bill: true,
      split: true,
      attach: true,
      editItems: true,
      cancel: true,
      void: false,
    });
    expect(allowed(order(1, { paymentStatus: 'partial' }), false)).toMatchObject({
      pay: true,
      cancel: false,
      void: false,
    });
    expect(allowed(order(1, { paymentStatus: 'paid' }), true)).toEqual({
      pay: false,
      bill: false,
      split: false,
      attach: false,
      editItems: false,
      cancel: false,
      void: true,
    });
    expect(allowed(order(1, { isOnCredit: 'true' }), true)).toMatchObject({
      pay: true,
      attach: false,
      editItems: false,
      void: true,
    });
    expect(Object.values(allowed(order(1, { status: 'cancelled' }), true)).some(Boolean)).toBe(false);
    expect(allowed(order(1, { status: 'served' }), false)).toMatchObject({ pay: true, cancel: false });
  });

  it('is filtered, with the orders of the chosen table first', () => {
    const all = [
      order(4, { status: 'served' }),
      order(3, { status: 'ready' }),
      order(2, { status: 'pending', tableId: 7 }),
      order(1, { status: 'cancelled' }),
    ];
    const ids = (...args: [Parameters<typeof shown>[1], number | null]) =>
      shown(all, ...args).map(({ id }) => id);
    expect(ids('all', null)).toEqual([4, 3, 2, 1]);
    expect(ids('active', null)).toEqual([3, 2]);
    expect(ids('active', 7)).toEqual([2, 3]);
    expect(ids('served', null)).toEqual([4]);
    expect(ids('preparing', null)).toEqual([]);
  });

  it('shows the money kept, with change in L$ subtracted', () => {
    expect(netPaidText({ usd: 1000, lrd: 0 })).toBe('$10.00');
    expect(netPaidText({ usd: 1000, lrd: 100_000 })).toBe('$10.00 + L$1,000');
    expect(netPaidText({ usd: 2000, lrd: -119_000 })).toBe('$20.00 − L$1,190');
    expect(netPaidText({ usd: 0, lrd: 95_000 })).toBe('L$950');
  });
});

describe('a table', () => {
  it('is occupied or freed', () => {
    expect(toggled('available')).toBe('occupied');
    for (const status of ['occupied', 'reserved', 'cleaning'] as const)
      expect(toggled(status)).toBe('available');
  });

  it('finds its order that owes', () => {
    const at = table(4);
    expect(owingAt(at, [order(1, { status: 'served' })])?.id).toBe(1);
    for (const settled of [
      order(1, { paymentStatus: 'paid' }),
      order(1, { isOnCredit: 'true' }),
      order(1, { status: 'cancelled' }),
      order(1, { tableId: 5 }),
      order(1, { items: [], remainingUSD: '0.00', remainingLRD: '0.00' }),
    ])
      expect(owingAt(at, [settled])).toBeUndefined();
  });
});

describe('the draft', () => {
  const draft = { ...EMPTY_DRAFT, customerName: ' Musu ', tableId: 4, lines: lines(BEER, BEER, RICE) };

  it('is sent with all amounts that were shown', () => {
    expect(requestOf(draft, 190)).toEqual({
      customerName: 'Musu',
      customerPhone: null,
      orderType: 'dine_in',
      tableId: 4,
      notes: null,
      items: [
        { productId: 1, productName: 'Club Beer', quantity: 2, unitPrice: '2.00', totalPrice: '4.00' },
        { productId: 2, productName: 'Jollof rice', quantity: 1, unitPrice: '950.00', totalPrice: '950.00' },
      ],
      totalAmount: '9.00',
      totalAmountUSD: '9.00',
      totalAmountLRD: '1710.00',
      currency: 'USD',
      exchangeRate: 190,
    });
  });

  it('has a table only when it is for a table, and a rate only when it is known', () => {
    const request = requestOf({ ...draft, orderType: 'takeout' }, undefined);
    expect(request.tableId).toBeNull();
    expect('exchangeRate' in request).toBe(false);
  });

  it('survives a reload, for its own user only', () => {
    saveDraft('musu', draft);
    expect(loadDraft('musu')).toEqual(draft);
    expect(loadDraft('other')).toEqual(EMPTY_DRAFT);
    saveDraft('musu', EMPTY_DRAFT);
    expect(loadDraft('musu')).toBe(EMPTY_DRAFT);
  });

  it('is empty when the stored value is invalid', () => {
    for (const invalid of ['null', '3', '{"lines":5}', 'nonsense']) {
      localStorage.setItem('barback_order:musu', invalid);
      expect(loadDraft('musu')).toBe(EMPTY_DRAFT);
    }
    localStorage.setItem(
      'barback_order:musu',
      '{"lines":[null,{"quantity":-1}],"orderType":"x","tableId":"y"}',
    );
    expect(loadDraft('musu')).toEqual(EMPTY_DRAFT);
  });
});
