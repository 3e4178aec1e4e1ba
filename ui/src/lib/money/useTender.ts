/** State of a payment form: the typed amounts, compared with the bill at every key. */
import { useEffect, useReducer, useState } from 'react';
import { readDraft, writeDraft } from '../state/draft';
import type { Cents, Currency, Dual } from './money';
import { type Amounts, readAmounts, reduceAmounts, tenderOf } from './numpad';
import { type Bill, type ChangeIn, changeChoices, chosenChange, exactly, plus, settlementOf } from './tender';

const NOTHING: Dual = { usd: 0, lrd: 0 };

interface TenderSettings {
  bill: Bill;
  /** The amounts of an unanswered payment, or empty amounts. */
  start: () => Amounts;
  /** Ignores the stored amounts, because an unanswered payment takes precedence. */
  ignoresDraft: boolean;
  changeIn: ChangeIn | null;
  /** Smallest note in L$ that the bar gives as change. */
  step: Cents | undefined;
  /** The amount paid by other methods, in addition to these amounts. */
  beside?: Dual;
  /** Whether these amounts are cash, which is exact in whole Liberian dollars; true when it is left out. */
  inCash?: boolean;
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
  step,
  beside = NOTHING,
  inCash = true,
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
  const settlement = settlementOf(bill, all);
  const excess = afterTip(settlement.excess);
  const choices = changeChoices(excess, bill.rate, all, step);
  return {
    amounts,
    dispatch,
    given,
    all,
    settlement,
    choices,
    chosen: chosenChange(choices, wanted, excess, bill.rate, step),
    choose,
    /** Whether an amount is typed. */
    kept: amounts.usd !== '' || amounts.lrd !== '',
    clear: () => {
      for (const currency of ['USD', 'LRD'] as const) dispatch({ type: 'typed', currency, text: '' });
    },
    exact: (currency: Currency) =>
      dispatch({ type: 'fill', currency, amounts: exactly(bill, given, currency, beside, inCash) }),
  };
}
