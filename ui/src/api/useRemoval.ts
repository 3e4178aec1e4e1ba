/** A write that takes something away. That a colleague was faster is no failure: what was wanted has happened. */
import type { Root } from './calls';
import type { WriteOptions } from './client';
import { ApiError } from './error';
import { refresh } from './query';
import { useWrite, type Write } from './useWrite';

/** `run` resolves when the thing is gone; undefined when one removal runs already. */
export function useRemoval(
  remove: (id: number, options: WriteOptions) => Promise<unknown>,
  refreshes: readonly Root[],
): Write<number, 'gone'> {
  return useWrite<number, 'gone'>(
    async (id, options) => {
      try {
        await remove(id, options);
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) {
          void refresh(...refreshes);
          throw error;
        }
      }
      return 'gone';
    },
    { refreshes },
  );
}
