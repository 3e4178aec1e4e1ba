/** The call that moves cash of a till. */
import { at } from '../../../api/calls';
import { post, type WriteOptions } from '../../../api/http/client';
import type { MoveCashBody } from '../../../api/types';

export const moveCash = (tillId: number) => (body: MoveCashBody, options: WriteOptions) =>
  post(at('/api/tills/{id}/movements', { id: tillId }), body, options);
