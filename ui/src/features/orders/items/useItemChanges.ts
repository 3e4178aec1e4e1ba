/** Takes pieces of an order's items off and puts them back; what was taken off last can be undone for some seconds. */
import { useEffect, useState } from 'react';
import { useWrite } from '../../../api/forms/useWrite';
import type { WriteOptions } from '../../../api/http/client';
import { ApiError, reasonOf } from '../../../api/http/error';
import { refresh } from '../../../api/http/query';
import type { Order, OrderItem, RemovalBody } from '../../../api/types';
import { toastError } from '../../../ui/feedback/toast';
import { addItem, cacheOrder, changeItem, ITEM_LISTS, ORDERS, removeItem } from '../calls';
import { editItems as words } from '../strings';

/** How long the last change can be undone. */
export const UNDO_MS = 6_000;

/** The item as it was before pieces were taken off, and how many stayed. */
export interface Undoable {
  item: OrderItem;
  left: number;
}

type Change = (options: WriteOptions) => Promise<Order>;

/** A manager who is asked wants to know why: the reason comes before the question. */
const NEEDS_APPROVAL = 'approval_required';

export function useItemChanges(order: Order) {
  const write = useWrite<Change, Order>((change, options) => change(options), {
    onAnswer: cacheOrder,
    refreshes: ITEM_LISTS,
  });
  const [undoable, setUndoable] = useState<Undoable | null>(null);

  useEffect(() => {
    if (!undoable) return;
    const timer = setTimeout(() => setUndoable(null), UNDO_MS);
    return () => clearTimeout(timer);
  }, [undoable]);

  /** Leaves `left` pieces of an item on the order. Rejects when the box refuses. */
  async function takeOff(item: OrderItem, left: number, body?: RemovalBody): Promise<Order | undefined> {
    const changed = await write.run((given) => {
      const options: WriteOptions = body ? given : { ...given, asksFirst: true };
      return left > 0
        ? changeItem(order.id, item.id, { quantity: left, of: item.quantity, ...body }, options)
        : removeItem(order.id, item.id, body, options);
    });
    if (!changed) return undefined;
    // A whole item comes back as a new one, which takes its goods from stock: so not when they never went back.
    const canUndo = left > 0 || body?.returnToStock !== false;
    // Several taps on 'less' are undone together.
    const before = undoable?.item.id === item.id && undoable.left === item.quantity ? undoable.item : item;
    setUndoable(canUndo ? { item: before, left } : null);
    return changed;
  }

  /** Reports a refusal in a toast, for changes without a dialog. */
  async function reported(change: () => Promise<Order | undefined>, failed: string) {
    try {
      return await change();
    } catch (error) {
      toastError(failed, reasonOf(error));
      void refresh(ORDERS);
      return undefined;
    }
  }

  async function undo() {
    if (!undoable) return;
    const { item, left } = undoable;
    const { productId, productName, quantity, unitPrice, notes } = item;
    const done = await reported(
      () =>
        write.run((options) =>
          left > 0
            ? changeItem(order.id, item.id, { quantity, of: left }, options)
            : addItem(
                order.id,
                { productId: productId as number, productName, quantity, unitPrice, notes },
                options,
              ),
        ),
      words.undoFailed,
    );
    if (done) setUndoable(null);
  }

  return {
    pending: write.pending,
    waiting: write.waiting,
    undoable,
    takeOff,
    /** `ask`: asks for a reason, where a manager has to approve it. */
    takeOffNow: (item: OrderItem, left: number, ask: () => void) =>
      void reported(
        () =>
          takeOff(item, left).catch((error) => {
            if (!(error instanceof ApiError && error.code === NEEDS_APPROVAL)) throw error;
            ask();
            return undefined;
          }),
        words.removeFailed,
      ),
    putBack: (item: OrderItem) =>
      void reported(
        () =>
          write.run((options) =>
            changeItem(order.id, item.id, { quantity: item.quantity + 1, of: item.quantity }, options),
          ),
        words.changeFailed,
      ),
    setNote: (item: OrderItem, notes: string) =>
      reported(
        () => write.run((options) => changeItem(order.id, item.id, { notes: notes.trim() || null }, options)),
        words.noteFailed,
      ),
    undo: () => void undo(),
  };
}

export type ItemChanges = ReturnType<typeof useItemChanges>;
