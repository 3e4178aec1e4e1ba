/** The figures of tax as the server computes them. */
import { describe, expect, it } from 'vitest';
import { labelOf, parsePercent, rateOn, ratesAfter, taxFigures } from './rates';

const gst = { from: null, parts: [{ name: 'GST', percent: '13.00' }] };
const vat = { from: '2027-01-01', parts: [{ name: 'VAT', percent: '18.00' }] };

it.each([
  [200, 23, 31, 26, 36],
  [38_000, 4372, 5797, 4940, 6840],
  [400, 46, 61, 52, 72],
  [95_000, 10_929, 14_492, 12_350, 17_100],
])('taxes %i cents in both modes at 13 and 18 %%', (total, included13, included18, added13, added18) => {
  const tax = (percent: number, mode: 'included' | 'added') => taxFigures(total, percent, mode).tax;
  expect([tax(1300, 'included'), tax(1800, 'included')]).toEqual([included13, included18]);
  expect([tax(1300, 'added'), tax(1800, 'added')]).toEqual([added13, added18]);
  for (const mode of ['off', 'included', 'added'] as const) {
    const { net, tax: part, gross } = taxFigures(total, 1300, mode);
    expect(net + part).toBe(gross);
    expect(gross).toBe(mode === 'added' ? total + added13 : total);
  }
});

describe('rates', () => {
  it('are labelled without trailing zeros', () => {
    expect(labelOf([...gst.parts, { name: 'Levy', percent: '1.50' }])).toBe('GST 13 % + Levy 1.5 %');
  });

  it('count from their day on', () => {
    expect(rateOn([vat, gst], '2026-12-31')).toBe(gst);
    expect(rateOn([vat, gst], '2027-01-01')).toBe(vat);
    expect(rateOn([vat], '2026-12-31')).toBeUndefined();
    expect(ratesAfter([vat, gst], '2026-12-31')).toEqual([vat]);
    expect(ratesAfter([vat, gst], '2027-01-01')).toEqual([]);
  });

  it('are numbers with at most two decimals', () => {
    expect(['13', '12.5', ' 0.01 ', '100'].map(parsePercent)).toEqual([1300, 1250, 1, 10_000]);
    expect(['', '-1', '100.01', '1.234', '13 %'].map(parsePercent)).toEqual([null, null, null, null, null]);
  });
});
