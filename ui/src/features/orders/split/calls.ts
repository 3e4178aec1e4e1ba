/** The API calls of Split Bill that are not moves: the parts of equal shares, and the payments of an order. */
import { at } from '../../../api/calls';
import { del, type WriteOptions } from '../../../api/http/client';

export const sharesAt = (id: number, of: number) => at('/api/orders/{id}/shares', { id, of });
export const paymentsAt = (id: number) => at('/api/orders/{id}/payments', { id });
export const groupAt = (splitGroup: number) => at('/api/orders', { splitGroup });

/** Ends the plan; `of` belongs to the other call of this address. */
export const endShares = (id: number, options?: WriteOptions) =>
  del(at('/api/orders/{id}/shares', { id } as { id: number; of: number }), undefined, options);
