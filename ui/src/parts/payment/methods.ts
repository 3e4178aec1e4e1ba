/** The payment methods of the bar, and the tenders that a payment is sent as. */
import { ApiError } from '../../api/http/error';
import { useGet } from '../../api/http/query';
import type { CashSetup, PaymentMethod, Tender } from '../../api/types';
import { type Cents, type Currency, type Dual, parseMoney, toDecimal } from '../../lib/money/money';
import { CASH_STEPS, type CashSteps } from '../../lib/money/tender';

export const CASH = 'cash';
export const MIXED = 'mixed';

/** The built-in methods; screens offer each where product.md names it. */
const BUILT_IN = ['cash', 'card', 'digital', 'check', 'mobile'];

/** Undefined until it is loaded. */
export function useCashSetup(): CashSetup | undefined {
  return useGet('/api/cash/setup').data;
}

/** The smallest amounts of cash that the bar takes and gives. */
export function cashStepsOf(setup: CashSetup | undefined): CashSteps {
  if (!setup) return CASH_STEPS;
  return {
    lrd: parseMoney(setup.lrdCashStep) || CASH_STEPS.lrd,
    usd: parseMoney(setup.usdCashStep) || CASH_STEPS.usd,
    roundsDue: setup.roundDue,
  };
}

/** The screen's built-in methods that are enabled, then the ones that the bar has added. */
export function withAdded(
  own: readonly { value: string; label: string }[],
  setup: CashSetup | undefined,
): { value: string; label: string }[] {
  if (!setup) return [...own];
  const enabled = own.filter(({ value }) => value === MIXED || methodOf(setup, value));
  return [...enabled, ...addedMethods(setup.methods).map(({ id, name }) => ({ value: id, label: name }))];
}

export function addedMethods(methods: readonly PaymentMethod[]): PaymentMethod[] {
  return methods.filter(({ id }) => !BUILT_IN.includes(id));
}

export function methodOf(setup: CashSetup | undefined, id: string): PaymentMethod | undefined {
  return setup?.methods.find((method) => method.id === id);
}

/** Cash received, as tenders. */
export const cashTenders = (given: Dual): Tender[] => tendersBy(CASH, given);

/** Amounts of one method, as tenders. */
export function tendersBy(method: string, { usd, lrd }: Dual, reference?: string): Tender[] {
  const part = (currency: Currency, cents: number): Tender[] =>
    cents === 0 ? [] : [tenderOf(method, currency, cents, reference)];
  return [...part('USD', usd), ...part('LRD', lrd)];
}

export function tenderOf(method: string, currency: Currency, cents: Cents, reference?: string): Tender {
  const tender = { method, currency, amount: toDecimal(cents) };
  return reference === undefined ? tender : { ...tender, reference };
}

/** The server accepts each reference of a mobile or bank payment only once. */
export function isUsedReference(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'reference_used';
}
