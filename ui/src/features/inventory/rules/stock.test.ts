/** Stock levels, limits and the two fields of Update Stock. */
import { describe, expect, it } from 'vitest';
import {
  bothFields,
  entryFor,
  likelyReason,
  mayChange,
  parseWhole,
  STOCK_LABEL,
  stepLabel,
  stockStatus,
} from './stock';
import { checkStock } from './stockForm';

const TEN = { stock: 10, floor: true };

it.each([
  [0, 'Out of Stock'],
  [1, 'Low Stock'],
  [4, 'Low Stock'],
  [5, 'In Stock'],
  [300, 'In Stock'],
])('labels a stock of %i as %s', (stock, label) => expect(STOCK_LABEL[stockStatus(stock)]).toBe(label));

it.each([
  [0, -1, false],
  [1, -1, true],
  [4, -5, false],
  [5, -5, true],
  [0, 5, true],
])('with a stock of %i, the step %i is allowed: %s', (stock, step, may) =>
  expect(mayChange({ stock, floor: true }, step)).toBe(may),
);

it('steps below 0 where the product may, and never where it is not counted', () => {
  expect(mayChange({ stock: 0, floor: false }, -1)).toBe(true);
  expect(mayChange({ stock: -3, floor: true }, 1)).toBe(true);
  expect(mayChange({ stock: null, floor: false }, 1)).toBe(false);
});

it('labels its steps with their sign', () => {
  expect([-5, -1, 1, 5].map(stepLabel)).toEqual(['-5', '-1', '+1', '+5']);
});

it.each([
  ['12', 12],
  [' -3 ', -3],
  ['+4', 4],
  ['', null],
  ['1.5', null],
  ['1e3', null],
  ['99999999999999999999', null],
])('parses %j as %s', (text, value) => expect(parseWhole(text)).toBe(value));

describe('the two fields', () => {
  it('follow each other, also while the stock changes', () => {
    expect(bothFields({ kind: 'delta', text: '-4' }, 10)).toEqual({ delta: '-4', count: '6' });
    expect(bothFields({ kind: 'delta', text: '-4' }, 9)).toEqual({ delta: '-4', count: '5' });
    expect(bothFields({ kind: 'count', text: '12' }, 9)).toEqual({ delta: '3', count: '12' });
    expect(bothFields({ kind: 'count', text: '' }, 9)).toEqual({ delta: '', count: '' });
  });

  it('suggest a reason only when it is clear', () => {
    expect(likelyReason({ kind: 'delta', text: '24' })).toBe('delivery');
    expect(likelyReason({ kind: 'delta', text: '-2' })).toBe('');
    expect(likelyReason({ kind: 'count', text: '2' })).toBe('count');
    expect(likelyReason({ kind: 'count', text: '' })).toBe('');
  });
});

describe('a wasted amount', () => {
  it('keeps its size and changes its sign with the reason', () => {
    const wasted = { kind: 'wasted', text: '2' } as const;
    expect(entryFor('waste', { kind: 'delta', text: '2' }, 10)).toEqual(wasted);
    expect(entryFor('waste', { kind: 'delta', text: '-2' }, 10)).toEqual(wasted);
    expect(entryFor('waste', { kind: 'count', text: '8' }, 10)).toEqual(wasted);
    expect(entryFor('waste', { kind: 'delta', text: '' }, 10)).toEqual({ kind: 'wasted', text: '' });
    expect(entryFor('correction', wasted, 10)).toEqual({ kind: 'delta', text: '-2' });
    expect(entryFor('waste', wasted, 10)).toBe(wasted);
  });

  it('is taken away', () => {
    const checked = checkStock({ kind: 'wasted', text: '3' }, 'waste', '', TEN);
    expect(checked.move).toEqual({ delta: -3, reason: 'waste', notes: null });
    expect(checkStock({ kind: 'wasted', text: '11' }, 'waste', '', TEN).errors).toEqual({
      delta: 'Stock must be 0 or more',
    });
  });
});

describe('checkStock', () => {
  it('sends the field that was typed, not the one derived from it', () => {
    expect(checkStock({ kind: 'delta', text: '-2' }, 'waste', ' broken ', TEN).move).toEqual({
      delta: -2,
      reason: 'waste',
      notes: 'broken',
    });
    expect(checkStock({ kind: 'count', text: '0' }, 'count', '', TEN).move).toEqual({
      count: 0,
      reason: 'count',
      notes: null,
    });
  });

  it.each([
    [
      { kind: 'delta', text: '' },
      '',
      { delta: 'Enter how many to add or remove, or how many you counted', reason: 'Reason is required' },
    ],
    [{ kind: 'delta', text: '-11' }, 'waste', { delta: 'Stock must be 0 or more' }],
    [{ kind: 'count', text: '-1' }, 'count', { count: 'Stock must be 0 or more' }],
    [{ kind: 'count', text: '1.5' }, 'count', { count: 'Enter a whole number' }],
  ] as const)('refuses %j', (entry, reason, errors) => {
    const checked = checkStock(entry, reason, '', TEN);
    expect(checked).toEqual({ errors });
  });
});
