/** Customers are known by name and phone: who is offered while typing, and whether a name has an open tab already. */

import { boxStore } from '../../api/box';
import { at } from '../../api/calls';
import type { CreditItem, Tab } from '../../api/types';
import { createSearchIndex } from '../../lib/search';
import { foldedName, phoneKey } from './names';
import { phoneTexts } from './phoneTexts';
import { words } from './strings';

export type Customer = Pick<CreditItem, 'customerName' | 'customerPhone'>;

/** The fields of a customer, as typed. */
export type CustomerForm = { customerName: string; customerPhone: string };

export const NO_CUSTOMER: CustomerForm = { customerName: '', customerPhone: '' };

/** The last 1,000 items, which include every customer who is likely to return. */
export const LONG_HISTORY = at('/api/credit', { limit: 1000 });

/** More would hide the fields behind the keyboard. */
const OFFERED = 4;

const tidy = (text: string) => text.trim().replace(/\s+/g, ' ');

/** The key of what is typed, equal for all spellings of a customer, as on the server: the folded name, and the phone by its digits. */
export function keyOf({ customerName, customerPhone }: Customer): string {
  return `${foldedName(customerName)}_${phoneKeyOf(customerPhone)}`;
}

const phoneKeyOf = (phone: string | null) => phoneKey(phone, boxStore.get()?.phoneCountry ?? '231');

/** The key of a customer as the box shows them. Two tabs from before names were folded have two keys. */
export function shownKeyOf({ customerName, customerPhone }: Customer): string {
  return `${tidy(customerName)}_${tidy(customerPhone ?? '')}`.toLowerCase();
}

/** The customers of these items, sorted by name. */
export function customersOf(items: readonly Customer[]): Customer[] {
  const known = new Map<string, Customer>();
  for (const { customerName, customerPhone } of items) {
    const key = shownKeyOf({ customerName, customerPhone });
    if (!known.has(key)) known.set(key, { customerName, customerPhone });
  }
  return [...known.values()].sort((one, other) => one.customerName.localeCompare(other.customerName));
}

/** The fields after a change. The phone of a known customer goes with the name: under another name it would be another person's. */
export function changed(before: CustomerForm, next: CustomerForm, known: readonly Customer[]): CustomerForm {
  const isRenamed = foldedName(next.customerName) !== foldedName(before.customerName);
  const isTheirs = () => known.some((one) => keyOf(one) === keyOf(before));
  return isRenamed && before.customerPhone !== '' && isTheirs() ? { ...next, customerPhone: '' } : next;
}

/** Known customers who match what is typed, by name or by phone; none once one of them is typed in full. */
export function offeredFor(
  { customerName, customerPhone }: CustomerForm,
  known: readonly Customer[],
): Customer[] {
  const typed = `${customerName} ${customerPhone.replace(/\D/g, '')}`.trim();
  if (typed === '') return [];
  const index = createSearchIndex(known, (one) => [
    one.customerName,
    ...phoneTexts(one.customerPhone, boxStore.get()?.phoneCountry),
  ]);
  const found = index.find(typed);
  const complete = known.some((one) => keyOf(one) === keyOf({ customerName, customerPhone }));
  return complete && found.length === 1 ? [] : found.slice(0, OFFERED);
}

export type Decision =
  /** This is who takes it. */
  | { customer: Customer }
  /** Fields to correct. */
  | { errors: Partial<CustomerForm> }
  /** The open tabs of this name: one of them may be meant. */
  | { candidates: Tab[] };

/** Whose tab it is. `another` says that it is none of the open ones, `chosen` that the customer was picked from the list. */
export function decide(
  form: CustomerForm,
  tabs: readonly Tab[],
  { chosen = false, another = false } = {},
): Decision {
  const name = tidy(form.customerName);
  const phone = tidy(form.customerPhone);
  if (name === '') return { errors: { customerName: words.nameRequired } };
  const customer = { customerName: name, customerPhone: phone || null };
  const named = tabs.filter(
    (tab) => tab.status !== 'paid' && foldedName(tab.customerName) === foldedName(name),
  );
  // The same number in another way is the same person.
  const same = named.find((tab) => phoneKeyOf(tab.customerPhone) === phoneKeyOf(phone));
  const found = same && { customerName: same.customerName, customerPhone: same.customerPhone };
  if (found && (chosen || phone !== '')) return { customer: found };
  if (chosen || named.length === 0) return { customer };
  if (!another) return { candidates: named };
  return same ? { errors: { customerPhone: words.phoneNeeded } } : { customer };
}
