/** A list that grows automatically in steps. */
import { act, renderHook } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { FIRST_STAGE, useStaged } from './useStaged';

it('starts with a screenful and ends with all items', () => {
  vi.useFakeTimers();
  const { result, rerender } = renderHook(({ total }) => useStaged(total), { initialProps: { total: 200 } });
  expect(result.current).toBe(FIRST_STAGE);
  for (let step = 0; step < 20; step += 1) act(() => void vi.advanceTimersByTime(100));
  expect(result.current).toBe(200);
  rerender({ total: 3 });
  expect(result.current).toBe(3);
  // A search that is erased draws its list in steps again.
  rerender({ total: 200 });
  expect(result.current).toBe(FIRST_STAGE);
});
