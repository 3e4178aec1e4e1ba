/** The payment of a sale: methods to choose from, cash received, and the tenders to send. */
import { useEffect, useState } from 'react';
import { SALE_METHODS } from '../../api/payment';
import type { CashSetup, PaymentMethod, Tender } from '../../api/types';
import { type Currency, fromServer, inOne, leadingCurrency } from '../../lib/money/money';
import type { Bill, ChangeIn } from '../../lib/money/tender';
import { useStore } from '../../lib/state/store';
import { grandTotalOf, type Line } from '../../parts/lines/lines';
import { CASH, cashTenders, methodOf, tenderOf, useCashSetup, withAdded } from '../../parts/payment/methods';
import { taxStore } from '../../parts/tax/store';
import type { TipBody } from '../../parts/tips/tip';
import { changeText } from '../../ui/money/changeText';
import type { CashReceived } from './cash/received';
import type { CartHandle } from './useCart';

/** The payment part of a sale request. */
export interface Paid extends TipBody {
  tenders?: Tender[];
  /** The tenders are the preselected ones, which nobody touched. */
  assumed?: boolean;
  changeIn?: ChangeIn;
}

export interface SalePayment {
  methods: { value: string; label: string }[];
  method: string;
  /** The chosen method, if the bar has added it or it requires a reference. */
  added: PaymentMethod | undefined;
  /** Undefined when the sale is sent without tenders. */
  cash: CashReceived | undefined;
  setup: CashSetup | undefined;
  bill: Bill | undefined;
  paid: () => Paid;
  /** The method requires a reference, and none is entered. */
  lacksReference: boolean;
}

/** Comes with the first tap; fetched right after the screen is shown. */
const loadCash = () => import('./cash/CashReceived');

/** Null until it is loaded. */
function useCashKeys() {
  const [keys, setKeys] = useState<Awaited<ReturnType<typeof loadCash>> | null>(null);
  useEffect(() => {
    // Without them a sale is sent without tenders: the box books what is due.
    loadCash().then(setKeys, () => {});
  }, []);
  return keys;
}

export function useSalePayment({ cart, dispatch }: CartHandle, rate?: number): SalePayment {
  const setup = useCashSetup();
  const keys = useCashKeys();
  useStore(taxStore);
  const [way, setWay] = useState<{ choice: string; wanted: ChangeIn } | null>(null);
  const [kept, setKept] = useState<string | null>(null);
  const isEmpty = cart.lines.length === 0;
  // The next guest decides anew.
  useEffect(() => {
    if (isEmpty) setKept(null);
  }, [isEmpty]);
  const methods = withAdded(SALE_METHODS, setup);
  const known = methods.some(({ value }) => value === cart.paymentMethod);
  // Until the methods are loaded, a stored one is assumed to be valid.
  if (!known && !setup) methods.push({ value: cart.paymentMethod, label: cart.paymentMethod });
  const method = known || !setup ? cart.paymentMethod : CASH;

  const owed = owedFor(cart.lines);
  // Shown are the sums of the lines in each currency, which need not be each other at the rate.
  const bill: Bill | undefined =
    rate !== undefined && (owed.usd > 0 || owed.lrd > 0)
      ? { rate, owed, remaining: grandTotalOf(cart.lines) }
      : undefined;
  const leading = leadingCurrency(cart.lines);
  const isFirst = SALE_METHODS.some(({ value }) => value === method);
  const chosenMethod = methodOf(setup, method);
  const added = chosenMethod && (!isFirst || chosenMethod.referenceRequired) ? chosenMethod : undefined;
  const cash = method === CASH && keys && setup && bill ? cashOf(keys, setup, bill) : undefined;

  function cashOf({ cashKeysOf }: NonNullable<typeof keys>, known: CashSetup, due: Bill): CashReceived {
    const chosen = cashKeysOf(due, leading, known, { key: cart.cash, kept, way });
    const { value } = chosen.chosen;
    const { preselected } = chosen;
    return {
      ...chosen,
      assumed: value === preselected,
      choose: (next) => void dispatch({ type: 'cash', choice: next === preselected ? null : next }),
      chooseChange: (wanted) => setWay({ choice: value, wanted }),
      bill: due,
      keeps: kept === value,
      keep: (keeps) => setKept(keeps ? value : null),
    };
  }

  function paid(): Paid {
    if (cash) {
      return {
        tenders: cashTenders(cash.chosen.given),
        ...(cash.assumed ? { assumed: true } : {}),
        ...(cash.change ? { changeIn: cash.change.value } : {}),
        ...(cash.keeps ? { keepChange: true } : {}),
      };
    }
    if (added && bill) return { tenders: [tenderBy(added, bill, leading, cart.reference)] };
    return {};
  }

  return {
    methods,
    method,
    added,
    cash,
    setup,
    bill,
    paid,
    lacksReference: Boolean(added?.referenceRequired && bill && cart.reference.trim() === ''),
  };
}

/** The whole bill by one method, in the cart's leading currency if the method takes it. */
function tenderBy(method: PaymentMethod, bill: Bill, leading: Currency, reference: string): Tender {
  const currency = method.currencies.includes(leading) ? leading : (method.currencies[0] ?? leading);
  const given = method.referenceRequired ? reference.trim() : undefined;
  return tenderOf(method.id, currency, inOne(bill.remaining, currency), given);
}

/** Sums the lines per currency; each line is owed in its own currency. */
function owedFor(lines: readonly Line[]) {
  const sum = (wanted: Currency) =>
    inOne(grandTotalOf(lines.filter(({ currency }) => currency === wanted)), wanted);
  return { usd: sum('USD'), lrd: sum('LRD') };
}

/** Cash of an answer as text, such as '$6 + L$50'; null if there is none. */
export function cashText(usd: string | undefined, lrd: string | undefined): string | null {
  const cash = { usd: fromServer(usd), lrd: fromServer(lrd) };
  return cash.usd === 0 && cash.lrd === 0 ? null : changeText(cash);
}
