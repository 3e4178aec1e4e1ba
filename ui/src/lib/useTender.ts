/** What lies on the counter, weighed against the bill at every key. */
import { useReducer, useState } from 'react';
import type { Currency } from './money';
import { type Amounts, reduceAmounts, tenderOf } from './numpad';
import { type Bill, type ChangeIn, changeChoices, chosenChange, exactly, weigh } from './tender';

export function useTender(bill: Bill, start: () => Amounts, changeIn: ChangeIn | null) {
  const [amounts, dispatch] = useReducer(reduceAmounts, null, start);
  const [wanted, choose] = useState(changeIn);
  const given = tenderOf(amounts);
  const weighed = weigh(bill, given);
  const choices = changeChoices(weighed.excess, bill.rate, given);
  return {
    amounts,
    dispatch,
    given,
    weighed,
    choices,
    chosen: chosenChange(choices, wanted, weighed.excess, bill.rate),
    choose,
    exact: (currency: Currency) =>
      dispatch({ type: 'fill', currency, amounts: exactly(bill, given, currency) }),
  };
}
