/** Money arithmetic: exact, and rounded as the server rounds. */
import { describe, expect, it } from 'vitest';
import { convert, fromServer, lrdToUsd, parseMoney, parseRate, toDecimal, usdToLrd } from './money';

describe('parseMoney', () => {
  it.each([
    ['3.50', 350],
    ['3.5', 350],
    ['3', 300],
    ['3.', 300],
    ['.5', 50],
    [' 12.34 ', 1234],
    [3.5, 350],
    [0.1, 10],
    ['0', 0],
    ['9999999999999.99', 999999999999999],
  ])('reads %s', (text, cents) => expect(parseMoney(text)).toBe(cents));

  it.each([
    '',
    '.',
    '-1',
    '1.234',
    '1e3',
    'NaN',
    'abc',
    '1,000',
    '99999999999999.99',
    null,
    undefined,
    Number.NaN,
  ])('refuses %s', (text) => expect(parseMoney(text)).toBeNull());
});

it('writes decimals as the server expects them', () => {
  expect([350, 5, 0, -1205].map(toDecimal)).toEqual(['3.50', '0.05', '0.00', '-12.05']);
  expect(fromServer('-12.05')).toBe(-1205);
});

it('parses rates with at most four decimals', () => {
  expect([190, '190.5', '0.0001'].map(parseRate)).toEqual([1900000n, 1905000n, 1n]);
  expect([0, -1, '1.23456', 'x', ''].map(parseRate)).toEqual([null, null, null, null, null]);
});

describe('conversion', () => {
  it.each([
    [350, 190, 66500],
    [1, '0.5', 1],
    [1, '0.49', 0],
    [-1, '0.5', -1],
    [333, '185.25', 61688],
  ])('%s cents at %s', (usd, rate, lrd) => expect(usdToLrd(usd, rate)).toBe(lrd));

  it('rounds half away from zero from L$ to dollars too', () => {
    expect(lrdToUsd(95, 190)).toBe(1);
    expect(lrdToUsd(94, 190)).toBe(0);
    expect(lrdToUsd(-95, 190)).toBe(-1);
  });

  it('returns the same amount after a round trip at every rate of at least 1', () => {
    for (const rate of ['1', '1.0001', '1.5', '185', '190', '190.25', '999999.9999']) {
      for (let cents = 1; cents < 3000; cents += 7) {
        expect(convert(convert(cents, 'USD', 'LRD', rate), 'LRD', 'USD', rate)).toBe(cents);
      }
    }
  });

  it('is exact where a double would not be', () => {
    expect(usdToLrd(999999999, '185.1234')).toBe(185123399815);
  });
});
