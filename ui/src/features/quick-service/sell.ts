/** The call that sells a cart, exactly once. */
import { post, type WriteOptions } from '../../api/client';
import { ApiError } from '../../api/error';
import type { RecordedBatch } from '../../api/types';
import type { SaleRequest } from './cart';

export interface Sold {
  answer: RecordedBatch;
  /** What was sold: what was asked for, or an earlier request whose answer had been lost. */
  request: SaleRequest;
}

/**
 * `earlier` are requests that went out under the same key and got no answer. Was one of them stored, then the box
 * refuses another body under that key, and asking for the stored one again gives its answer.
 */
export async function sell(
  request: SaleRequest,
  earlier: readonly SaleRequest[],
  options: WriteOptions,
): Promise<Sold> {
  try {
    return { answer: await post<RecordedBatch>('/api/sales/batch', request, options), request };
  } catch (refusal) {
    if (!isConflict(refusal)) throw refusal;
    for (const stored of earlier) {
      try {
        return { answer: await post<RecordedBatch>('/api/sales/batch', stored, options), request: stored };
      } catch (error) {
        if (!isConflict(error)) throw error;
      }
    }
    throw refusal;
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'conflict';
}
