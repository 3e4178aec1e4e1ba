/** The keys of cash received, the chosen one, and its change. */
import type { CashSetup } from '../../../api/types';
import type { Currency } from '../../../lib/money/money';
import { cashSettlementOf } from '../../../lib/money/payable';
import {
  type Bill,
  type Change,
  type ChangeIn,
  changeChoices,
  chosenChange,
} from '../../../lib/money/tender';
import { amountOptions, type CashOption, exactOptions } from '../../../parts/payment/keys/cash';
import { cashStepsOf } from '../../../parts/payment/methods';

export interface CashKeys {
  exact: CashOption[];
  amounts: CashOption[];
  chosen: CashOption;
  /** The value of the preselected one. */
  preselected: string;
  /** What is more than due, as in `Settlement`. */
  over: bigint;
  change: Change | undefined;
  ways: Change[];
}

/** The keys with what a tap on one does. */
export interface CashReceived extends CashKeys {
  /** Whether the chosen key is the preselected one. */
  assumed: boolean;
  choose: (value: string) => void;
  chooseChange: (way: ChangeIn) => void;
  bill: Bill;
  /** Whether the guest leaves the change as a tip. */
  keeps: boolean;
  keep: (keeps: boolean) => void;
}

/** What a person chose; null where they chose nothing. */
interface Choice {
  /** The value of a key. */
  key: string | null;
  /** The key whose change the guest leaves as a tip. */
  kept: string | null;
  /** How change is given, for one key. */
  way: { choice: string; wanted: ChangeIn } | null;
}

export function cashKeysOf(bill: Bill, leading: Currency, setup: CashSetup, choice: Choice): CashKeys {
  const steps = cashStepsOf(setup);
  const exact = exactOptions(bill, leading, steps);
  const amounts = amountOptions(bill, setup.denominations, choice.key);
  const first = exact[0] as CashOption;
  const chosen = [...exact, ...amounts].find(({ value }) => value === choice.key) ?? first;
  const { given, value } = chosen;
  // What is preselected is rounded to a coin, and nothing is given back of it.
  const over = chosen === first ? 0n : cashSettlementOf(bill, given, given, steps).excess;
  const excess = choice.kept === value ? 0n : over;
  const ways = changeChoices(excess, bill.rate, given, steps);
  const wanted = choice.way?.choice === value ? choice.way.wanted : null;
  const change = chosenChange(ways, wanted, excess, bill.rate, steps);
  return { exact, amounts, chosen, preselected: first.value, over, change, ways };
}
