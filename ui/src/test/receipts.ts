/** Receipts for tests. */
import type { Receipt } from '../api/types';

export function receipt(id: number, more: Partial<Receipt> = {}): Receipt {
  return {
    id,
    receiptNumber: `R-20261121-${String(id).padStart(4, '0')}`,
    orderId: null,
    customerName: null,
    customerPhone: null,
    paymentMethod: 'cash',
    totalAmountUSD: '14.00',
    totalAmountLRD: '2660.00',
    taxUSD: '0.00',
    taxLRD: '0.00',
    serviceChargeUSD: '0.00',
    serviceChargeLRD: '0.00',
    grandTotalUSD: '14.00',
    grandTotalLRD: '2660.00',
    createdAt: '2026-11-21T20:52:00Z',
    voided: 'none',
    ...more,
  };
}

/** A receipt with all optional parts. */
export const FULL_RECEIPT = {
  ...receipt(126, { customerName: 'James Cooper', customerPhone: '0770551240' }),
  currency: 'USD' as const,
  businessInfo: {
    name: 'Sunset Bar & Grill',
    address: 'Tubman Boulevard, Sinkor, Monrovia',
    phone: '0770000000',
  },
  transactionInfo: { date: '21 Nov 2026', time: '8:52 PM', paymentMethod: 'cash', exchangeRate: 190 },
  customerInfo: { name: 'James Cooper' },
  tin: null,
  buyer: null,
  fiscal: null,
  tableNumber: null,
  taxRows: [],
  taxExemption: null,
  items: [
    {
      kind: 'product' as const,
      name: 'Club Beer',
      brand: 'Monrovia Breweries',
      quantity: 4,
      unitPriceDisplay: '$2.00',
      totalPriceDisplay: '$8.00',
      otherPriceDisplay: '',
      listPriceDisplay: null as string | null,
      voided: false,
      voidedQuantity: 0,
      voidedDisplay: null as string | null,
      taxLabel: null as string | null,
    },
    {
      kind: 'product' as const,
      name: 'Pepper soup',
      brand: null,
      quantity: 1,
      unitPriceDisplay: 'L$1,140',
      totalPriceDisplay: 'L$1,140',
      otherPriceDisplay: '',
      listPriceDisplay: null as string | null,
      voided: false,
      voidedQuantity: 0,
      voidedDisplay: null as string | null,
      taxLabel: null as string | null,
    },
  ],
  totals: {
    displayTotal: '$14.00 / L$2,660',
    displaySubtotal: null as string | null,
    displayPaid: '$8.00 + L$1,140',
    displayChange: 'L$50',
    displayVoided: null as string | null,
    displayEarlier: null as string | null,
    displayOnAccount: null as string | null,
    displayStillOwed: null as string | null,
    displayOpen: null as string | null,
  },
  payments: [],
  refunds: [],
  paidBy: [{ tenders: [{ name: 'Cash', amount: '$8.00' }], change: 'L$50' }] as {
    tenders: { name: string; amount: string }[];
    change: string | null;
  }[],
  givenBack: [] as { name: string; amount: string }[],
  notes: null,
  footer: { thankYouMessage: 'Thank you, come again!', website: '', socialMedia: '' },
  servedBy: 'Musu',
  guestUrl: 'http://192.168.8.1/r/a1B2',
};
