/** Sends one payment on an order or a tab, exactly once and at the rate shown, and reports the result. */
import { useState } from 'react';
import type { Root } from '../../api/calls';
import { outcomeUnknown } from '../../api/forms/useWrite';
import { ApiError, reasonOf } from '../../api/http/error';
import { RATE, refresh } from '../../api/http/query';
import type { Once, SendResult } from '../../api/http/useOnce';
import type { PaymentBody } from '../../api/types';
import { formatTotal } from '../../lib/format';
import type { Dual } from '../../lib/money/money';
import { changeText } from '../../ui/money/changeText';
import { isUsedReference } from './methods';
import { toastPaid } from './paid';
import { bodyOf, isNothing, type PaymentInput } from './paymentInput';
import { words } from './strings';
import { exactText } from './sums';
import type { WatchedBill } from './useBill';

interface Failure {
  text: string;
  reason?: string | undefined;
}

interface Problem extends Failure {
  /** The server's message when the reference was used before. */
  referenceError?: string | undefined;
}

interface Paid {
  receiptNumber: string | undefined;
  change: Dual;
  tip?: Dual | undefined;
  /** The amount paid, all methods together. */
  amount: Dual;
  /** What is still owed, in full in each currency; null when nothing is. */
  owed: Dual | null;
}

/** What is said after a payment with change. */
export interface PaidReport {
  receiptNumber: string | undefined;
  /** '$5 + L$95' */
  change: string;
  /** What was handed over: '$30' */
  given: string;
  tip: string | undefined;
  /** 'Received L$500. Still owed …' */
  open: string | undefined;
  /** An earlier try had been saved. */
  savedBefore: string | undefined;
}

interface PaymentSettings<Body, Answer> {
  once: Once<Body, Answer>;
  watched: WatchedBill;
  /** Adds the payer to the request body where needed. */
  toBody: (payment: PaymentBody) => Body;
  /** Fetched again after a refusal, because the amount due is outdated. */
  refreshes: readonly Root[];
  onPaid: (done: SendResult<Body, Answer>) => Paid;
  /** The screen itself shows what is paid: no toast lies over it, unless there is more to say. */
  quiet?: boolean;
  /** Called instead of a toast when there is change to give. */
  onChange?: ((report: PaidReport) => void) | undefined;
  onFailed: (reason: string | undefined) => Failure;
}

export function usePayment<Body, Answer>(settings: PaymentSettings<Body, Answer>) {
  const { once, watched, toBody, refreshes, onPaid, onChange, quiet = false, onFailed } = settings;
  const [problem, setProblem] = useState<Problem | null>(null);

  async function take(input: PaymentInput) {
    if (isNothing(input)) return setProblem({ text: words.noAmount });
    setProblem(null);
    try {
      const done = await once.run(toBody({ ...bodyOf(input), exchangeRate: watched.rate }));
      if (done) succeed(done);
    } catch (error) {
      fail(error);
    }
  }

  function succeed(done: SendResult<Body, Answer>) {
    const { receiptNumber, change, tip, amount, owed } = onPaid(done);
    const isGiven = (cash: Dual | undefined): cash is Dual =>
      cash !== undefined && (cash.usd !== 0 || cash.lrd !== 0);
    const tipped = isGiven(tip) ? words.tip(changeText(tip)) : undefined;
    const savedBefore = done.earlier ? words.savedBefore(changeText(amount)) : undefined;
    const open = owed
      ? words.open(exactText(amount), formatTotal(owed.usd, 'USD'), formatTotal(owed.lrd, 'LRD'))
      : undefined;
    if (onChange && isGiven(change)) {
      const [back, given] = [changeText(change), changeText(amount)];
      return onChange({ receiptNumber, change: back, given, tip: tipped, open, savedBefore });
    }
    if (quiet && !receiptNumber && !savedBefore) return;
    const given = [isGiven(change) && words.change(changeText(change)), tipped];
    toastPaid(receiptNumber, { savedBefore, open, change: given.filter(Boolean).join(' · ') || undefined });
  }

  function fail(error: unknown) {
    if (error instanceof ApiError && error.code === 'rate_changed') {
      watched.setChangedRate(Number(error.refusal.rate));
      return void refresh(...refreshes, RATE);
    }
    const reason = reasonOf(error, words.noAnswer);
    setProblem({ ...onFailed(reason), referenceError: isUsedReference(error) ? reason : undefined });
    if (!outcomeUnknown(error)) void refresh(...refreshes);
  }

  return {
    ...once,
    ...watched,
    problem,
    referenceError: problem?.referenceError ?? null,
    clearProblem: () => setProblem(null),
    take,
  };
}
