/** What lies on the counter, weighed against the bill at every key. */
import { useEffect, useReducer, useState } from 'react';
import type { Cents, Currency, Dual } from './money';
import { type Amounts, readAmounts, reduceAmounts, tenderOf } from './numpad';
import { type Bill, type ChangeIn, changeChoices, chosenChange, exactly, plus, weigh } from './tender';
import { keep, load } from './useKept';

const NOTHING: Dual = { usd: 0, lrd: 0 };

interface TenderSettings {
  bill: Bill;
  /** What was sent and never answered, or nothing. */
  start: () => Amounts;
  /** Was there such an answer missing, then what was typed since does not count. */
  startsAnew: boolean;
  changeIn: ChangeIn | null;
  /** Smallest note in L$ that the box gives as change. */
  step: Cents | undefined;
  /** What is given beside these amounts, by other methods. */
  beside?: Dual;
  /** Where the amounts outlive a reload (a userKey), until `keep(keptIn, null)`. */
  keptIn: string;
}

export function useTender({
  bill,
  start,
  startsAnew,
  changeIn,
  step,
  beside = NOTHING,
  keptIn,
}: TenderSettings) {
  const [amounts, dispatch] = useReducer(
    reduceAmounts,
    null,
    () => (startsAnew ? null : load(keptIn, readAmounts)) ?? start(),
  );
  useEffect(() => {
    if (amounts.usd || amounts.lrd) keep(keptIn, amounts);
  }, [amounts, keptIn]);
  const [wanted, choose] = useState(changeIn);
  const given = tenderOf(amounts);
  const all = plus(given, beside);
  const weighed = weigh(bill, all);
  const choices = changeChoices(weighed.excess, bill.rate, all, step);
  return {
    amounts,
    dispatch,
    given,
    weighed,
    choices,
    chosen: chosenChange(choices, wanted, weighed.excess, bill.rate, step),
    choose,
    exact: (currency: Currency) =>
      dispatch({ type: 'fill', currency, amounts: exactly(bill, given, currency, beside) }),
  };
}
