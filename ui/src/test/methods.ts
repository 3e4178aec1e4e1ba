/** Payment methods, notes and coins for tests: those of a new bar, and two methods that were added. */
import type { CashSetup, Denomination, PaymentMethod } from '../api/types';

function method(
  id: string,
  name: string,
  kind: PaymentMethod['kind'],
  more: Partial<PaymentMethod> = {},
): PaymentMethod {
  return {
    id,
    name,
    kind,
    currencies: ['USD', 'LRD'],
    referenceRequired: false,
    account: null,
    enabled: true,
    ...more,
  };
}

export const METHODS: PaymentMethod[] = [
  method('cash', 'Cash', 'cash'),
  method('card', 'Credit/Debit Card', 'card'),
  method('digital', 'Digital Payment', 'mobile'),
  method('check', 'Check', 'check'),
  method('mobile', 'Mobile', 'mobile'),
];

export const MOMO = method('mtn_momo', 'MTN MoMo', 'mobile', {
  referenceRequired: true,
  account: '0886123456',
});
export const VOUCHER = method('voucher', 'Voucher', 'other', { currencies: ['USD'] });

const notes = (currency: 'USD' | 'LRD', values: readonly number[]): Denomination[] =>
  values.map((value) => ({ currency, value: `${value}.00`, kind: 'note', enabled: true }));

export const DENOMINATIONS: Denomination[] = [
  ...notes('USD', [100, 50, 20, 10, 5, 2, 1]),
  ...notes('LRD', [1000, 500, 100, 50, 20]),
  { currency: 'LRD', value: '10.00', kind: 'coin', enabled: true },
  { currency: 'LRD', value: '5.00', kind: 'coin', enabled: true },
];

export const CASH_SETUP: CashSetup = {
  mode: 'off',
  requireShift: false,
  blindCount: true,
  countBy: 'pieces',
  lrdCashStep: '5.00',
  usdCashStep: '0.01',
  roundDue: true,
  longShiftHours: 20,
  methods: [...METHODS, MOMO, VOUCHER],
  denominations: DENOMINATIONS,
};
