/** The bill of an order or a tab, and whether the rate has changed since the dialog opened. */
import { useRef, useState } from 'react';
import { queryClient, RATE } from '../../api/http/query';
import { DEFAULT_RATE } from '../../api/payment';
import type { ExchangeRate, Order } from '../../api/types';
import { type Dual, fromServer } from '../../lib/money/money';
import { type Bill, billFor } from '../../lib/money/tender';

/** Of an order or a tab: the amounts owed in each currency, and the rate behind its converted figures. */
type Owed = Partial<Pick<Order, 'owedUSD' | 'owedLRD' | 'rate'>>;

export interface WatchedBill {
  bill: Bill;
  rate: number;
  rateChanged: boolean;
  /** Applies the new rate that came with a refusal. */
  setChangedRate: (now: number) => void;
}

export function useBill(answer: Owed, remaining: Dual): WatchedBill {
  const own = answer.rate ?? DEFAULT_RATE;
  const [refused, setRefused] = useState<{ at: number; now: number } | null>(null);
  const first = useRef(own);
  // Until the list is fetched again, the bill is computed at the rate of the refusal.
  const rate = refused?.at === own ? refused.now : own;
  const owed = { usd: fromServer(answer.owedUSD), lrd: fromServer(answer.owedLRD) };
  const bill = rate === answer.rate ? { rate, owed, remaining } : billFor(owed, rate);

  function setChangedRate(now: number) {
    queryClient.setQueryData<ExchangeRate>([RATE], (known) => ({
      updatedAt: known?.updatedAt ?? new Date().toISOString(),
      rate: now,
    }));
    setRefused({ at: own, now });
  }
  return { bill, rate, rateChanged: rate !== first.current, setChangedRate };
}
