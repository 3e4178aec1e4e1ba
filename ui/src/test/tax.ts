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
