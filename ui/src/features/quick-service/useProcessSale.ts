/** Process Sale: sends the cart as it is shown, exactly once, and reports the result. */
import { useRef, useState } from 'react';
import { outcomeUnknown, saysNotSaved, useWrite } from '../../api/forms/useWrite';
import { ApiError } from '../../api/http/error';
import { cachedQuery, refresh } from '../../api/http/query';
import { postOnce, prepareKey, type SendResult } from '../../api/http/useOnce';
import type { BatchBody, RecordedBatch } from '../../api/types';
import { refusalText } from '../../parts/lines/refusal';
import { isUsedReference } from '../../parts/payment/methods';
import { sumOf } from '../../parts/payment/sums';
import { toastError } from '../../ui/feedback/toast';
import { changeText } from '../../ui/money/changeText';
import { type Cart, requestOf } from './cart';
import { saleKey } from './savedCart';
import { words } from './strings';
import type { CartHandle } from './useCart';
import { cashText, type Paid, type SalePayment } from './useSalePayment';

type Answered = SendResult<BatchBody, RecordedBatch>;

/** The result of a sale. */
export interface Sold {
  receiptNumber: string;
  /** `$20.00`; null where no tenders were sent. */
  given: string | null;
  /** `$6 + L$50`; null if none is due. */
  change: string | null;
  /** `$2.50`; null without one. */
  tip: string | null;
  /** An earlier try had been stored, or products were added meanwhile: they are still in the cart. */
  rest: boolean;
}

/** Why the last sale was not made. */
export interface Problem {
  reason: string | undefined;
  /** The payment reference was used before. */
  reference: boolean;
}

interface ProcessSaleSettings extends CartHandle {
  username: string;
  rate: number | undefined;
  payment: SalePayment;
  /** Called when the required reference is missing. */
  onReferenceMissing: () => void;
  /** Called before the sale is sent, while its button is still there. */
  onSend: () => void;
  onSold: (sold: Sold) => void;
  /** Called after the server has refused; the cart may have changed. */
  onRefused: () => void;
}

export function useProcessSale(settings: ProcessSaleSettings) {
  const { current, dispatch, username, rate, payment, onReferenceMissing, onSend, onSold, onRefused } =
    settings;
  const running = useRef(false);
  const [notSaved, setNotSaved] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const write = useWrite<{ request: BatchBody; earlier: readonly BatchBody[] }, Answered>(
    ({ request, earlier }, options) => postOnce('/api/sales/batch', request, earlier, options),
    {
      storageKey: saleKey(username),
      onAnswer: ({ body }) => void dispatch({ type: 'sold', request: body }),
    },
  );

  /** `typed` is the payment entered in the Cash received dialog. */
  async function process(typed?: Paid) {
    const cart = current();
    if (running.current || cart.lines.length === 0) return;
    if (!typed && payment.lacksReference) return onReferenceMissing();
    running.current = true;
    onSend();
    const paid = typed ?? sentBefore(cart, rate, payment.method) ?? payment.paid();
    const request = requestOf(cart, rate, payment.method, paid);
    dispatch({ type: 'sent', request });
    setNotSaved(false);
    setProblem(null);
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

  function succeed({ answer, body }: Answered) {
    const { payment } = answer;
    const rest = current().lines.length > 0;
    if (rest) prepareKey(saleKey(username));
    onSold({
      receiptNumber: answer.receipt.receiptNumber,
      given: body.tenders ? changeText(sumOf(body.tenders)) : null,
      change: cashText(payment?.changeUSD, payment?.changeLRD),
      tip: cashText(payment?.tipUSD, payment?.tipLRD),
      rest,
    });
  }

  function fail(error: unknown) {
    setNotSaved(saysNotSaved(error));
    setProblem({ reason: refusalText(error, words), reference: isUsedReference(error) });
    if (outcomeUnknown(error)) {
      toastError(words.failed, refusalText(error, words));
      return;
    }
    dispatch({ type: 'refused' });
    if (error instanceof ApiError && Array.isArray(error.refusal.fresh)) {
      dispatch({ type: 'reprice', fresh: error.refusal.fresh });
    }
    toastError(words.failed, refusalText(error, words));
    onRefused();
  }

  /** Updates the screen and the remaining cart to the new stock and prices. */
  async function follow() {
    await refresh('/api/products', '/api/exchange-rate', '/api/sales', '/api/receipts', '/api/tax');
    const products = cachedQuery('/api/products');
    if (products) dispatch({ type: 'sync', products, rate });
  }

  return {
    process: (typed?: Paid) => void process(typed),
    pending: write.pending,
    waiting: write.waiting,
    notSaved,
    problem,
  };
}

/** The payment of the last unanswered try of the same cart; null if the cart or the payment was changed since. */
function sentBefore(cart: Cart, rate: number | undefined, method: string): Paid | null {
  const last = cart.attempts.at(-1);
  if (!last || cart.cash !== null || last.paymentMethod !== method || !last.tenders) return null;
  const { sales } = requestOf(cart, rate, method, {});
  if (JSON.stringify(sales) !== JSON.stringify(last.sales)) return null;
  const { tenders, assumed, changeIn, tipUSD, tipLRD, keepChange } = last;
  const kept = Object.entries({ assumed, changeIn, tipUSD, tipLRD, keepChange }).filter(([, value]) => value);
  return { tenders, ...Object.fromEntries(kept) };
}
