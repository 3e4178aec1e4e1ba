/** State of a payment form: the typed amounts, compared with the bill at every key. */
import { useEffect, useReducer, useState } from 'react';
import { readDraft, writeDraft } from '../state/draft';
import type { Currency, Dual } from './money';
import { type Amounts, readAmounts, reduceAmounts, tenderOf } from './numpad';
import { cashSettlementOf } from './payable';
import {
  type Bill,
  type CashSteps,
  type ChangeIn,
  changeChoices,
  chosenChange,
  exactly,
  plus,
} from './tender';

const NOTHING: Dual = { usd: 0, lrd: 0 };

interface TenderSettings {
  bill: Bill;
  /** The amounts of an unanswered payment, or empty amounts. */
  start: () => Amounts;
  /** Ignores the stored amounts, because an unanswered payment takes precedence. */
  ignoresDraft: boolean;
  changeIn: ChangeIn | null;
  steps: CashSteps;
  /** The amount paid by the rows of other tenders, in addition to these amounts. */
  beside?: Dual;
  /** The part of `beside` that is cash. */
  cashBeside?: Dual;
  /** Whether these amounts are cash, which can be paid in notes and coins; true when it is left out. */
  inCash?: boolean;
  /** The tip that was typed. */
  tip?: Dual;
  /** What is left of an excess as change, after the tip. */
  afterTip?: (excess: bigint) => bigint;
  /** An amount that takes the place of the typed ones. */
  fixed?: Dual | undefined;
  /** The amounts are kept under this draftKey. */
  storageKey: string;
}

export function useTender({
  bill,
  start,
  ignoresDraft,
  changeIn,
  steps,
  beside = NOTHING,
  cashBeside = NOTHING,
  inCash = true,
  tip = NOTHING,
  afterTip = (excess) => excess,
  fixed,
  storageKey,
}: TenderSettings) {
  const [amounts, dispatch] = useReducer(
    reduceAmounts,
    null,
    () => (ignoresDraft ? null : readDraft(storageKey, readAmounts)) ?? start(),
  );
  useEffect(() => {
    writeDraft(storageKey, amounts.usd || amounts.lrd ? amounts : null);
  }, [amounts, storageKey]);
  const [wanted, choose] = useState(changeIn);
  const given = fixed ?? tenderOf(amounts);
  const all = plus(given, beside);
  const cash = inCash ? plus(given, cashBeside) : cashBeside;
  const settlement = cashSettlementOf(bill, all, cash, steps, tip);
  const excess = afterTip(settlement.excess);
  const choices = changeChoices(excess, bill.rate, all, steps);
  return {
    amounts,
    dispatch,
    given,
    all,
    settlement,
    choices,
    chosen: chosenChange(choices, wanted, excess, bill.rate, steps),
    choose,
    /** Whether an amount is typed. */
    kept: amounts.usd !== '' || amounts.lrd !== '',
    clear: () => {
      for (const currency of ['USD', 'LRD'] as const) dispatch({ type: 'typed', currency, text: '' });
    },
    exact: (currency: Currency) =>
      dispatch({
        type: 'fill',
        currency,
        amounts: exactly(bill, given, currency, beside, inCash ? steps : null),
      }),
  };
}
