/** Figures of lines and sums without tax, for tests. */

/** What a line says that was ordered while there was no tax: `usd` and `lrd` are its totals. */
export const untaxed = (usd: string, lrd: string) => ({
  netUSD: usd,
  netLRD: lrd,
  taxUSD: '0.00',
  taxLRD: '0.00',
  grossUSD: usd,
  grossLRD: lrd,
  exemptedUSD: '0.00',
  exemptedLRD: '0.00',
  tax: null,
});

/** The sums of lines without tax. */
export const untaxedSums = (netUSD: string, netLRD: string) => ({
  taxUSD: '0.00',
  taxLRD: '0.00',
  netUSD,
  netLRD,
});

const GST = { name: 'GST', percent: '13.00' };

/** The tax that a line at 13 % was ordered with. */
export const gst = (mode: 'included' | 'added') => ({
  mode,
  class: 'standard',
  kind: 'taxed' as const,
  label: 'GST 13 %',
  percent: '13.00',
  parts: [{ ...GST, taxUSD: '0.00', taxLRD: '0.00' }],
  day: '2026-11-21',
});

/** A bar with GST at 13 %, which becomes VAT at 18 % with the year 2027. */
export const inForce = (mode: 'off' | 'included' | 'added') => ({
  mode,
  next: null,
  day: 'business' as const,
  tin: null,
  classes: [
    {
      id: 'standard',
      name: 'Standard',
      kind: 'taxed' as const,
      active: true,
      rates: [
        { from: null, parts: [GST] },
        { from: '2027-01-01', parts: [{ name: 'VAT', percent: '18.00' }] },
      ],
    },
    { id: 'zero', name: 'Zero-rated', kind: 'zero' as const, active: true, rates: [] },
  ],
  categories: { drinks: 'standard', food: 'standard', cigars: 'standard', uncategorized: 'standard' },
  today: [
    { class: 'standard', kind: 'taxed' as const, label: 'GST 13 %', percent: '13.00' },
    { class: 'zero', kind: 'zero' as const, label: 'Zero-rated', percent: '0.00' },
  ],
  serviceCharge: { mode: 'off' as const, percent: '10.00', fromGuests: 6, taxClass: 'standard' },
});
