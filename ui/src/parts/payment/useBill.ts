/** The bill of an order or a tab at the current exchange rate, and whether the rate has changed since the dialog opened. */
import { useRef, useState } from 'react';
import { queryClient, RATE } from '../../api/http/query';
import { DEFAULT_RATE } from '../../api/payment';
import type { ExchangeRate, Order } from '../../api/types';
import { type Dual, fromServer } from '../../lib/money/money';
import { type Bill, billFor } from '../../lib/money/tender';

/** Fields of an order or a tab: the amounts owed in each currency, and the rate at which the server converted its totals. */
type Owed = Partial<Pick<Order, 'owedUSD' | 'owedLRD' | 'rate'>>;

export interface WatchedBill {
  bill: Bill;
  rate: number;
  /** Whether the rate differs from that of the first render. */
  rateChanged: boolean;
  /** Call when the server refuses a payment because the rate changed: recomputes the bill at `newRate`, which the refusal contains. */
  setChangedRate: (newRate: number) => void;
}

export function useBill(answer: Owed, remaining: Dual): WatchedBill {
  const serverRate = answer.rate ?? DEFAULT_RATE;
  const [refused, setRefused] = useState<{ oldRate: number; newRate: number } | null>(null);
  const first = useRef(serverRate);
  // The new rate of a refusal applies until the order or tab has been fetched again and has a new rate of its own.
  const rate = refused?.oldRate === serverRate ? refused.newRate : serverRate;
  const owed = { usd: fromServer(answer.owedUSD), lrd: fromServer(answer.owedLRD) };
  const bill = rate === answer.rate ? { rate, owed, remaining } : billFor(owed, rate);

  function setChangedRate(newRate: number) {
    queryClient.setQueryData<ExchangeRate>([RATE], (known) => ({
      updatedAt: known?.updatedAt ?? new Date().toISOString(),
      rate: newRate,
    }));
    setRefused({ oldRate: serverRate, newRate });
  }
  return { bill, rate, rateChanged: rate !== first.current, setChangedRate };
}
