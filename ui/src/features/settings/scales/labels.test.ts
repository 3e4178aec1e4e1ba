/** What the settings say of labels before the box does. */
import { expect, it } from 'vitest';
import { decimalsOf, exampleOf, holding, labelOf, NEW_LABEL, problemOf, readingOf } from './labels';

it('shows the figure that five digits are', () => {
  expect(readingOf(NEW_LABEL)).toBe('02750 on the label is 27.50.');
  expect(exampleOf({ holds: 'price', decimals: 0 })).toBe('2750');
  expect(exampleOf({ holds: 'weight', decimals: 3 })).toBe('2.750 kg');
});

it('offers cents or grams first', () => {
  expect(decimalsOf('price')).toEqual(['0', '1', '2']);
  const weight = holding({ ...NEW_LABEL, prefix: ' 23 ' }, 'weight');
  expect(labelOf(weight)).toEqual({ prefix: '23', holds: 'weight', decimals: 3 });
});

it('takes each prefix from 20 to 29 once', () => {
  const labels = [labelOf({ ...NEW_LABEL, prefix: '21' })];
  expect(['20', '29', ' 22 '].map((prefix) => problemOf(prefix, labels))).toEqual([null, null, null]);
  for (const prefix of ['', '2', '19', '30', '2x', '21', '210']) {
    expect(problemOf(prefix, labels), prefix).not.toBeNull();
  }
});
