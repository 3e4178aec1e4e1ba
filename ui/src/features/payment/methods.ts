/** The payment methods and notes of the bar, and what a payment by several of them is sent as. */
import { useGet } from '../../api/query';
import { type Currency, type Dual, toDecimal } from '../../lib/money';

/** A way of paying, as the settings hold it. */
export interface Method {
  id: string;
  name: string;
  kind: 'cash' | 'card' | 'mobile' | 'bank' | 'check' | 'other';
  currencies: Currency[];
  referenceRequired: boolean;
  /** The bar's own number there. */
  account: string | null;
}

export interface Denomination {
  currency: Currency;
  value: string | number;
  kind: 'note' | 'coin';
}

/** The enabled ones only. */
export interface CashSetup {
  lrdCashStep: string;
  methods: Method[];
  denominations: Denomination[];
}

/** One part of a payment. */
export interface Tender {
  method: string;
  currency: Currency;
  amount: string;
  reference?: string;
}

/** A part of a payment in an answer. */
export interface TakenTender extends Tender {
  name: string;
}

export const CASH = 'cash';
export const MIXED = 'mixed';

/** The methods that every bar begins with; screens offer each where product.md names it. */
const FIRST = ['cash', 'card', 'digital', 'check', 'mobile'];

/** Undefined until the box has told. */
export function useCashSetup(): CashSetup | undefined {
  return useGet<CashSetup>('/api/cash/setup').data;
}

/** The screen's own methods, less those that are switched off, then the ones that the bar has added. */
export function withAdded(
  own: readonly { value: string; label: string }[],
  setup: CashSetup | undefined,
): { value: string; label: string }[] {
  if (!setup) return [...own];
  const enabled = own.filter(({ value }) => value === MIXED || methodOf(setup, value));
  return [...enabled, ...addedMethods(setup.methods).map(({ id, name }) => ({ value: id, label: name }))];
}

export function addedMethods(methods: readonly Method[]): Method[] {
  return methods.filter(({ id }) => !FIRST.includes(id));
}

export function methodOf(setup: CashSetup | undefined, id: string): Method | undefined {
  return setup?.methods.find((method) => method.id === id);
}

/** What was put down in notes, as parts of a payment. */
export function cashTenders({ usd, lrd }: Dual): Tender[] {
  const part = (currency: Currency, cents: number): Tender[] =>
    cents === 0 ? [] : [{ method: 'cash', currency, amount: toDecimal(cents) }];
  return [...part('USD', usd), ...part('LRD', lrd)];
}
