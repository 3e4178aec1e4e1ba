/** The rules of the price list. */
import { describe, expect, it } from 'vitest';
import { product, RICE } from '../test/products';
import {
  changedMeanwhile,
  check,
  countChanges,
  errorsOf,
  questionOf,
  shownValues,
  type Typed,
  toRows,
  type,
} from './priceList';
import { parsePercent, previewOf, raiseAll, raised } from './raise';

const BEER = product({ priceLRD: '350.00', effectivePriceLRD: '350.00' });
const LIST = [BEER, RICE];
const typing = (...changes: Parameters<typeof type> extends [unknown, ...infer R] ? R[] : never) =>
  changes.reduce<Typed>((typed, change) => type(typed, ...change), {});

describe('what is sent', () => {
  it('holds only fields that differ', () => {
    const typed = typing(
      [BEER, 'priceUSD', '2'],
      [BEER, 'priceLRD', '400'],
      [RICE, 'priceUSD', '5.5'],
      [RICE, 'isAvailable', '0'],
    );
    expect(countChanges(LIST, typed)).toBe(3);
    expect(toRows(LIST, typed)).toEqual([
      { id: 1, priceLRD: '400.00' },
      { id: 2, priceUSD: '5.50', isAvailable: 0 },
    ]);
  });

  it('empties a price with null', () => {
    expect(toRows(LIST, typing([BEER, 'priceLRD', ' ']))).toEqual([{ id: 1, priceLRD: null }]);
  });

  it('leaves out a product that another phone has deleted', () => {
    expect(toRows([RICE], typing([BEER, 'priceUSD', '9']))).toEqual([]);
  });
});

describe('another phone', () => {
  it('never covers what was typed, and is named', () => {
    const typed = typing([BEER, 'priceUSD', '3']);
    const now = { ...BEER, priceUSD: '2.50', priceLRD: '375.00' };
    expect(shownValues(now, typed[1])).toEqual({ priceUSD: '3', priceLRD: '375.00', isAvailable: '1' });
    expect(changedMeanwhile(BEER, typed[1])).toEqual([]);
    expect(changedMeanwhile(now, typed[1])).toEqual(['priceUSD']);
    expect(changedMeanwhile({ ...BEER, priceUSD: '3.00' }, typed[1])).toEqual([]);
    expect(toRows([now], typed)).toEqual([{ id: 1, priceUSD: '3.00' }]);
  });
});

describe('mistakes', () => {
  it('are found in all rows at once', () => {
    const typed = typing([BEER, 'priceUSD', '1.234'], [RICE, 'priceLRD', '']);
    expect(check(LIST, typed)).toEqual({
      1: { priceUSD: 'Enter an amount such as 3.50' },
      2: { priceLRD: 'Please set at least one price (USD or LRD)' },
    });
  });

  it('of the server belong to the rows that were sent', () => {
    const rows = [{ id: 7 }, { id: 2 }];
    expect(errorsOf({ 'rows[1].priceLRD': 'No', rows: 'x', 'rows[9].priceUSD': 'No' }, rows)).toEqual({
      2: { priceLRD: 'No' },
    });
  });
});

it('asks about prices that change by more than half', () => {
  expect(questionOf(LIST, typing([BEER, 'priceUSD', '2.50']), 190)).toBeNull();
  expect(questionOf(LIST, typing([BEER, 'isAvailable', '0']), 190)).toBeNull();
  expect(questionOf(LIST, typing([BEER, 'priceUSD', '25']), 190)).toBe(
    'The price of Club Beer changes from $2.00 to $25.00. Is that right?',
  );
  expect(questionOf(LIST, typing([BEER, 'priceUSD', '25'], [RICE, 'priceLRD', '95']), 190)).toBe(
    '2 prices change by more than half, such as Club Beer from $2.00 to $25.00. Is that right?',
  );
});

describe('raising by percent', () => {
  it.each([
    [200, 1000, 25, 225],
    [350_00, 1000, 500, 385_00],
    [2_00, 100, 25, 200],
    [2_50, 500, 25, 275],
    [95_000, -1000, 500, 85_500],
    [25, -9000, 25, 25],
    [0, 1000, 25, 0],
  ])('%i cents by %i hundredths to a step of %i is %i', (cents, percent, step, after) =>
    expect(raised(cents, percent, step)).toBe(after),
  );

  it.each([
    ['10', 1000],
    ['-2.5', -250],
    ['+7.25', 725],
    ['0', null],
    ['301', null],
    ['-91', null],
    ['x', null],
    ['1.234', null],
  ])('parses %j as %s', (text, percent) => expect(parsePercent(text)).toBe(percent));

  it('leaves the prices of head office as they are', () => {
    const owned = product({ chain: { id: 'c1', fields: ['priceUSD', 'priceLRD'] } });
    expect(raiseAll({}, [owned], 1000)).toEqual({});
    expect(previewOf([owned], 1000)).toEqual({ count: 0, same: 0, example: null });
  });

  it('fills the set prices, and nothing that follows the rate', () => {
    expect(toRows(LIST, raiseAll({}, LIST, 1000))).toEqual([
      { id: 1, priceUSD: '2.25', priceLRD: '385.00' },
      { id: 2, priceLRD: '1045.00' },
    ]);
    expect(previewOf(LIST, 1000)).toMatchObject({
      count: 3,
      same: 0,
      example: { name: 'priceUSD', text: '2.25' },
    });
    expect(previewOf(LIST, 1)).toEqual({ count: 0, same: 3, example: null });
  });
});
