/** A delete request. A 404 counts as success: another user deleted it first. */
import type { Root } from '../calls';
import type { WriteOptions } from '../http/client';
import { ApiError } from '../http/error';
import { refresh } from '../http/query';
import { useWrite, type Write } from './useWrite';

/** `run` resolves with 'gone', or with undefined when a removal is already running. */
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
