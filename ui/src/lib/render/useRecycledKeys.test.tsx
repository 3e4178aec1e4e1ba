/** Which elements of a list are used again. */
import { renderHook } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { useRecycledKeys } from './useRecycledKeys';

interface Shown {
  ids: readonly number[];
  run: number;
}

function shown(initialProps: Shown) {
  return renderHook(({ ids, run }: Shown) => useRecycledKeys(ids, run, (id) => id), { initialProps });
}

it('leaves each element its own while the search stays, whatever another phone adds, moves or takes away', () => {
  const { result, rerender } = shown({ ids: [7, 8, 9], run: 0 });
  expect(result.current).toEqual([0, 1, 2]);
  rerender({ ids: [9, 5, 8], run: 0 });
  expect(result.current).toEqual([2, 3, 1]);
  // One that comes back is who it was.
  rerender({ ids: [7, 8, 9], run: 0 });
  expect(result.current).toEqual([0, 1, 2]);
});

it('gives the elements that are there to what the next search finds, place by place', () => {
  const { result, rerender } = shown({ ids: [7, 8, 9], run: 0 });
  rerender({ ids: [9, 5, 4, 3], run: 1 });
  expect(result.current).toEqual([0, 1, 2, 3]);
});
