/** React keys that let a list reuse its elements. */
import { renderHook } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { useRecycledKeys } from './useRecycledKeys';

interface Props {
  ids: readonly number[];
  run: number;
}

function renderKeys(initialProps: Props) {
  return renderHook(({ ids, run }: Props) => useRecycledKeys(ids, run, (id) => id), { initialProps });
}

it('keeps the key of each item during one search, whatever another phone adds, moves or removes', () => {
  const { result, rerender } = renderKeys({ ids: [7, 8, 9], run: 0 });
  expect(result.current).toEqual([0, 1, 2]);
  rerender({ ids: [9, 5, 8], run: 0 });
  expect(result.current).toEqual([2, 3, 1]);
  // An item that comes back gets its old key.
  rerender({ ids: [7, 8, 9], run: 0 });
  expect(result.current).toEqual([0, 1, 2]);
});

it('reuses the elements for the items of the next search, position by position', () => {
  const { result, rerender } = renderKeys({ ids: [7, 8, 9], run: 0 });
  rerender({ ids: [9, 5, 4, 3], run: 1 });
  expect(result.current).toEqual([0, 1, 2, 3]);
});
