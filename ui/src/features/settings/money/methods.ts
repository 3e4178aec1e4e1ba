/** The rules of payment method settings: labels, validation, request body. */
import type { Currency } from '../../../lib/money/money';
import type { PaymentMethod, SentMethod } from '../settings';
import { methodForm, methods as words } from './strings';

type Kind = PaymentMethod['kind'];

export const CURRENCIES: readonly Currency[] = ['USD', 'LRD'];
/** The kinds that can be added; cash exists once. */
export const KINDS = (['mobile', 'card', 'bank', 'check', 'other'] as const).map((value) => ({
  value,
  label: words.kinds[value],
}));

/** The form values of a method; a new one has no id. */
export interface MethodForm {
  id?: string;
  name: string;
  kind: Kind;
  currencies: readonly Currency[];
  referenceRequired: boolean;
  account: string;
}

export const NEW_METHOD: MethodForm = {
  name: '',
  kind: 'mobile',
  currencies: CURRENCIES,
  referenceRequired: false,
  account: '',
};

/** Common methods in Liberia that the bar has not added yet. */
export const suggested = (methods: readonly PaymentMethod[]) =>
  words.offered.filter(
    ({ name }) => !methods.some((method) => method.name.toLowerCase() === name.toLowerCase()),
  );

export const suggestedMethod = (name: string): SentMethod => ({
  name,
  kind: 'mobile',
  referenceRequired: true,
});

export function formOf({
  id,
  name,
  kind,
  currencies,
  referenceRequired,
  account,
}: PaymentMethod): MethodForm {
  return { id, name, kind, currencies, referenceRequired, account: account ?? '' };
}

export function withCurrency(form: MethodForm, currency: Currency, on: boolean): MethodForm {
  const currencies = CURRENCIES.filter((one) => (one === currency ? on : form.currencies.includes(one)));
  return { ...form, currencies };
}

export type MethodErrors = Partial<Record<'name' | 'currencies', string>>;

export function checkMethod({ name, currencies }: MethodForm): MethodErrors {
  const errors: MethodErrors = {};
  if (name.trim() === '') errors.name = methodForm.nameMissing;
  if (currencies.length === 0) errors.currencies = methodForm.currencyMissing;
  return errors;
}

/** The method in the request. Fields that are left out keep the value that another phone may have set. */
export function sentOf({ id, name, kind, currencies, referenceRequired, account }: MethodForm): SentMethod {
  const set = { currencies: [...currencies], referenceRequired, account: account.trim() || null };
  return id === undefined ? { name: name.trim(), kind, ...set } : { id, ...set };
}

/** All methods by their ids, with this one changed, or added at the end. */
export function withMethod(methods: readonly PaymentMethod[], one: SentMethod): SentMethod[] {
  const rows = methods.map(({ id }) => (id === one.id ? one : { id }));
  return one.id === undefined ? [...rows, one] : rows;
}

/** 'Mobile money · USD, LRD · Reference needed · 0886 123 456'. */
export function describe({ kind, currencies, referenceRequired, account }: PaymentMethod): string {
  const facts = [words.kinds[kind], currencies.join(', '), referenceRequired && words.reference, account];
  return facts.filter(Boolean).join(' · ');
}
