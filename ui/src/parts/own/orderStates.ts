/** States of orders that only colleagues see in full: that something is paid is no sum. */
import { useGet } from '../../api/http/query';
import type { Order, OrderState } from '../../api/types';
import { useOwnWork } from './useOwnWork';

const NONE: readonly OrderState[] = [];

interface OrderStates {
  states: readonly OrderState[];
  /** While they are read again they may be those of before a change that the lists show already. */
  isFetching: boolean;
}

/** For those who see all orders there is nothing to read. */
export function useOrderStates(): OrderStates {
  const { data = NONE, isFetching } = useGet('/api/orders/states', { enabled: useOwnWork() !== null });
  return { states: data, isFetching };
}

/** An order as it was seen last, in the state that it has now. */
export function inState<O extends Pick<Order, 'id' | 'status' | 'paymentStatus'>>(
  order: O,
  states: readonly OrderState[],
): O {
  const now = states.find(({ id }) => id === order.id);
  return now ? { ...order, status: now.status, paymentStatus: now.paymentStatus } : order;
}
