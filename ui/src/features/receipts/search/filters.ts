/** Filters of the receipts list, and the query that they are sent as. */

export interface Filters {
  /** Business days, `YYYY-MM-DD`; '' for open. */
  from: string;
  to: string;
  /** `4.00`, `$4` or `L$760`. */
  amount: string;
  product: string;
  seller: string;
  customer: string;
  /** Id of a payment method; '' for any. */
  method: string;
  voided: '' | 'true' | 'part' | 'all' | 'false';
}

export const NO_FILTERS: Filters = {
  from: '',
  to: '',
  amount: '',
  product: '',
  seller: '',
  customer: '',
  method: '',
  voided: '',
};

/** The filters that are set and the search text, without blanks around them. */
export function queryOf(filters: Filters, text: string): Record<string, string> {
  const all = Object.entries({ ...filters, q: text }).map(([name, value]) => [name, value.trim()] as const);
  return Object.fromEntries(all.filter(([, value]) => value !== ''));
}

/** A day range counts once. */
export function countOf({ from, to, ...others }: Filters): number {
  return (from || to ? 1 : 0) + Object.values(others).filter((value) => value.trim() !== '').length;
}

/** Why the filters cannot be sent, by field. */
export function mistakesOf({ from, to, amount }: Filters): { to?: true; amount?: true } {
  return {
    ...(from && to && from > to ? { to: true as const } : {}),
    ...(amount.trim() === '' || /^(us\$|l\$|\$)?\s*\d[\d,]*(\.\d{1,2})?$/i.test(amount.trim())
      ? {}
      : { amount: true as const }),
  };
}

/** The business day `days` before `day`. */
export function daysBefore(day: string, days: number): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}
