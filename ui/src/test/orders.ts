/** Orders and tables for tests. */
import type { Order, OrderItem, Table } from '../api/types';
import { untaxed } from './tax';

/** What a record says that nobody had to approve. */
const NOT_APPROVED = { approvalId: null, approvedBy: null, requestedBy: null };

function orderItem(id: number, productName: string, more: Partial<OrderItem> = {}): OrderItem {
  return {
    id,
    productId: id,
    productName,
    quantity: 1,
    unitPrice: '2.00',
    totalPrice: '2.00',
    currency: 'USD',
    unitPriceUSD: '2.00',
    unitPriceLRD: '380.00',
    category: 'drinks',
    notes: null,
    orderedQuantity: more.quantity ?? 1,
    isSent: false,
    guest: null,
    addedAt: new Date().toISOString(),
    addedBy: 'bartender',
    firstOrderId: 1,
    partOf: null,
    isComp: false,
    discountUSD: '0.00',
    discountLRD: '0.00',
    discountReason: null,
    discountBy: null,
    dueUSD: '2.00',
    dueLRD: '0.00',
    ...untaxed('2.00', '380.00'),
    ...NOT_APPROVED,
    ...more,
  };
}

/** An order of four beers and a soup: $8.00 and L$1,140, at 190. */
export function order(id: number, more: Partial<Order> = {}): Order {
  return {
    id,
    orderType: 'dine_in',
    status: 'pending',
    tableId: 4,
    tableNumber: 4,
    customerName: 'James Cooper',
    customerPhone: '0770551240',
    notes: null,
    totalAmount: '14.00',
    currency: 'USD',
    totalAmountUSD: '14.00',
    totalAmountLRD: '2660.00',
    taxUSD: '0.00',
    taxLRD: '0.00',
    serviceChargeUSD: '0.00',
    serviceChargeLRD: '0.00',
    grandTotalUSD: '14.00',
    grandTotalLRD: '2660.00',
    exchangeRate: 190,
    paymentStatus: 'unpaid',
    isOnCredit: 'false',
    tabCustomerName: null,
    tabCustomerPhone: null,
    paidAmountUSD: '0.00',
    paidAmountLRD: '0.00',
    remainingUSD: '14.00',
    remainingLRD: '2660.00',
    owedUSD: '8.00',
    owedLRD: '1140.00',
    rate: 190,
    changeUSD: '0.00',
    changeLRD: '0.00',
    roundingLRD: '0.00',
    receiptNumber: null,
    userName: 'bartender',
    cancelReason: null,
    cancelReasonId: null,
    cancelReasonName: null,
    ...NOT_APPROVED,
    guests: null,
    serviceCharge: { state: 'none', percent: null, reason: null },
    serviceLines: [],
    taxExemption: null,
    servedById: 3,
    servedBy: 'bartender',
    splitFrom: null,
    splitGroup: null,
    splitIndex: null,
    splitCount: null,
    mergedInto: null,
    shares: null,
    closedAs: null,
    discountUSD: '0.00',
    discountLRD: '0.00',
    writtenOffUSD: '0.00',
    writtenOffLRD: '0.00',
    createdAt: new Date().toISOString(),
    updatedAt: new Date().toISOString(),
    items: [
      orderItem(1, 'Club Beer', { quantity: 4, totalPrice: '8.00' }),
      orderItem(5, 'Pepper soup', {
        category: 'food',
        currency: 'LRD',
        unitPrice: '1140.00',
        totalPrice: '1140.00',
        unitPriceUSD: '6.00',
        unitPriceLRD: '1140.00',
      }),
    ],
    ...more,
  };
}

export function table(id: number, more: Partial<Table> = {}): Table {
  return { id, tableNumber: id, capacity: 4, status: 'available', ...more };
}
