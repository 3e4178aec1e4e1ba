/** Arithmetic of the generators of test vectors: amounts are cents, a rate is Liberian dollars per US dollar, times 10,000. */

/** Rates have four decimals. */
export const SCALE = 10_000n;

/** Half away from zero. */
export const round = (dividend, divisor) =>
  dividend < 0n ? -round(-dividend, divisor) : (dividend * 2n + divisor) / (divisor * 2n);
export const cents = (decimal) => {
  const [whole, fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(2, '0'));
};
export const scaled = (rate) => {
  const [whole, fraction = ''] = rate.split('.');
  return BigInt(whole + fraction.padEnd(4, '0'));
};
export const decimal = (amount) => {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** In ten-thousandths of a Liberian cent. */
export const valueOf = (amounts, rate) =>
  amounts.reduce((sum, [currency, amount]) => sum + amount * (currency === 'USD' ? rate : SCALE), 0n);
