/** Process Sale: sends the cart as it is shown, and makes of the answer what the person has to know. */
import { useRef, useState } from 'react';
import { ApiError, reasonOf } from '../../api/error';
import { openReceipt } from '../../api/openReceipt';
import { known, refresh } from '../../api/query';
import type { BatchBody, RecordedBatch } from '../../api/types';
import { aheadIn, type Done, postOnce } from '../../api/useOnce';
import { outcomeUnknown, saysNotSaved, useWrite } from '../../api/useWrite';
import { formatRateLine } from '../../lib/format';
import { toast, toastError } from '../../ui/toast';
import { requestOf } from './cart';
import { saleKey } from './keptCart';
import { words } from './strings';
import type { CartHandle } from './useCart';

type Sold = Done<BatchBody, RecordedBatch>;

interface ProcessSaleSettings extends CartHandle {
  username: string;
  rate: number | undefined;
  onSold: () => void;
  /** The box has refused, and the cart is no longer what it was. */
  onRefused: () => void;
}

export function useProcessSale(settings: ProcessSaleSettings) {
  const { current, dispatch, username, rate, onSold, onRefused } = settings;
  const running = useRef(false);
  const [notSaved, setNotSaved] = useState(false);
  const write = useWrite<{ request: BatchBody; earlier: readonly BatchBody[] }, Sold>(
    ({ request, earlier }, options) => postOnce('/api/sales/batch', request, earlier, options),
    {
      keptIn: saleKey(username),
      onAnswer: ({ body }) => void dispatch({ type: 'sold', request: body }),
    },
  );

  async function process() {
    const cart = current();
    if (running.current || cart.lines.length === 0) return;
    running.current = true;
    const request = requestOf(cart, rate);
    dispatch({ type: 'sent', request });
    setNotSaved(false);
    try {
      const sold = await write.run({ request, earlier: cart.attempts });
      if (sold) succeed(sold);
    } catch (error) {
      fail(error);
    } finally {
      running.current = false;
    }
    await follow();
  }

  function succeed({ answer }: Sold) {
    const { receiptNumber } = answer.receipt;
    const rest = current().lines.length > 0;
    if (rest) aheadIn(saleKey(username));
    const action = { label: words.viewReceipt, onSelect: () => openReceipt(receiptNumber) };
    toast(words.sold, rest ? words.soldEarlier(receiptNumber) : receiptNumber, action);
    if (!rest) onSold();
  }

  function fail(error: unknown) {
    setNotSaved(saysNotSaved(error));
    if (outcomeUnknown(error)) {
      toastError(words.failed, whyNot(error));
      return;
    }
    dispatch({ type: 'refused' });
    if (error instanceof ApiError && Array.isArray(error.refusal.fresh)) {
      dispatch({ type: 'reprice', fresh: error.refusal.fresh });
    }
    toastError(words.failed, whyNot(error));
    onRefused();
  }

  /** The stock has fallen, or prices are others: the screen and what is left in the cart follow. */
  async function follow() {
    await refresh('/api/products', '/api/exchange-rate', '/api/sales', '/api/receipts');
    const products = known('/api/products');
    if (products) dispatch({ type: 'sync', products, rate });
  }

  return { process, pending: write.pending, waiting: write.waiting, notSaved };
}

function whyNot(error: unknown): string | undefined {
  if (error instanceof ApiError && error.code === 'price_changed') return words.pricesChanged;
  if (error instanceof ApiError && error.code === 'rate_changed') {
    return words.rateChanged(formatRateLine(String(error.refusal.rate)));
  }
  return reasonOf(error, words.noAnswer);
}
