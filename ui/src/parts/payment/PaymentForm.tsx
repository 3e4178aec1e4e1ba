/** Payment form in two currencies: keys for what is laid down or typed amounts, what remains, change, and the submit button. */
import {
  type CSSProperties,
  type FormEvent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { ORDER_METHODS } from '../../api/payment';
import type { PaymentBody } from '../../api/types';
import { formatRateLine } from '../../lib/format';
import type { Currency, Dual } from '../../lib/money/money';
import { readAmounts } from '../../lib/money/numpad';
import { useTender } from '../../lib/money/useTender';
import { readDraft, writeDraft } from '../../lib/state/draft';
import { ActionButton } from '../../ui/ActionButton';
import { Alert } from '../../ui/feedback/Alert';
import { AmountFields, Numpad } from '../../ui/form/AmountFields';
import { Choices } from '../../ui/form/Choices';
import { KeptInput } from '../../ui/form/KeptInput';
import { ChangeLine } from '../../ui/money/ChangeLine';
import { TipFields } from '../tips/lazyTipFields';
import { amountsOfTip, NO_TIP, tipBody } from '../tips/tip';
import { tipOfBody, useTip } from '../tips/useTip';
import { KeyChoice } from './keys/KeyChoice';
import { payKeys } from './keys/payKeys';
import { CASH, cashStepsOf, MIXED, methodOf, useCashSetup, withAdded } from './methods';
import {
  amountsOf,
  type PaymentInput,
  referenceOf,
  rowsOf,
  rowsStorageKey,
  tendersOfInput,
} from './paymentInput';
import { lacksReference, type Row, readRows, tendersOf } from './rows';
import { words } from './strings';
import { cashOf, sumOf } from './sums';
import { isTooMuch } from './tooMuch';
import type { WatchedBill } from './useBill';
import './payment.css';

/** For bars that have added methods: fetched when one of them is chosen. */
const loadParts = () => import('./TenderRows');
const TenderRows = lazy(loadParts);
const ReferenceField = lazy(() => loadParts().then((parts) => ({ default: parts.ReferenceField })));

/** Amounts are typed, instead of one of the keys. */
const TYPED = 'typed';

/** The whole sheet fits a small phone. */
const TIGHT = { '--gap': 'var(--space-3)' } as CSSProperties;

interface PaymentFormProps extends Pick<WatchedBill, 'bill' | 'rate' | 'rateChanged'> {
  /** The currency that is typed first. */
  startsIn: Currency;
  /** An amount that was agreed on, such as that of a part: it is filled in. */
  agreed?: Dual | undefined;
  /** A part of what is due is the usual thing: amounts are typed at first, and notes for a part are offered. */
  startsTyped?: boolean;
  /** The method that is chosen at first; cash where it is not offered. */
  startsBy?: string | undefined;
  /** A payment that was sent and not answered. */
  unanswered: PaymentBody | null;
  /** The draftKey of the input. */
  storageKey: string;
  /** Shown above the fields. */
  alerts: ReactNode;
  action: string;
  pending: boolean;
  waiting: boolean;
  /** Nothing is due any more; no payment can be taken. */
  closed: boolean;
  /** Called when the input changes, to clear the error of the last try. */
  onRetype: () => void;
  onTake: (taken: PaymentInput) => void;
  /** Called with the method that is chosen, also at first. */
  onMethod?: (method: string) => void;
  /** The server's message when the reference was used before. */
  referenceError: string | null;
}

export function PaymentForm(props: PaymentFormProps) {
  const { bill, unanswered, rate, pending, waiting } = props;
  const setup = useCashSetup();
  const form = useRef<HTMLFormElement>(null);
  const methods = withAdded(ORDER_METHODS, setup);
  const kept = rowsStorageKey(props.storageKey);
  const [rows, setRows] = useState(
    () => (unanswered ? null : readDraft(kept, readRows)) ?? rowsOf(unanswered),
  );
  const [wanted, setMethod] = useState(
    unanswered?.paymentMethod ?? (rows.length > 0 ? MIXED : (props.startsBy ?? CASH)),
  );
  const [reference, setReference] = useState(() => referenceOf(unanswered));
  const [referenceMissing, setReferenceMissing] = useState(false);
  /** The chosen key, or that amounts are typed; at first the first key. */
  const [choice, setChoice] = useState(() =>
    props.startsTyped || unanswered || readDraft(props.storageKey, readAmounts) ? TYPED : null,
  );
  // Falls back to cash when the method was switched off meanwhile.
  const method = methods.some(({ value }) => value === wanted) ? wanted : CASH;
  const withReference = methodOf(setup, method)?.referenceRequired ? methodOf(setup, method) : undefined;
  const beside = method === MIXED ? tendersOf(rows, setup) : [];
  const tips = useTip(() => tipOfBody(unanswered));
  const afterTip = (excess: bigint) => tips.afterTip(bill, excess);
  const inCash = method === CASH;
  const steps = cashStepsOf(setup);
  const keys = payKeys({
    bill,
    leads: props.startsIn,
    steps,
    notes: inCash ? (setup?.denominations ?? []) : null,
    agreed: props.agreed,
    inParts: props.startsTyped,
  });
  const key = keys.find(({ value }) => value === choice) ?? keys[0];
  const typing = method === MIXED || choice === TYPED || !key;
  const tender = useTender({
    fixed: typing ? undefined : key.given,
    bill,
    start: () => amountsOf(props.startsIn, unanswered),
    ignoresDraft: unanswered !== null,
    changeIn: unanswered?.changeIn ?? null,
    steps,
    beside: sumOf(beside),
    cashBeside: cashOf(beside),
    tip: amountsOfTip(tips.tip),
    inCash: method === CASH || method === MIXED,
    afterTip,
    storageKey: props.storageKey,
  });

  const input: PaymentInput = {
    given: tender.given,
    method,
    assumed: inCash && !typing && !props.startsTyped && key === keys[0],
    changeIn: tender.chosen?.value,
    reference: withReference ? reference.trim() : undefined,
    tip: tipBody(tips.tip),
    beside,
  };
  const tooMuch = isTooMuch(bill, tendersOfInput(input), tips.tip);
  const noChange = !tooMuch || method === MIXED ? null : words.noChange(nameOf(method));
  const { usd, lrd } = tender.amounts;
  useEffect(props.onRetype, [usd, lrd, choice, method, reference, rows, tips.tip]);

  useEffect(() => props.onMethod?.(method), [method]);

  /** 'A card', or the name of the method. */
  function nameOf(id: string) {
    const label = methods.find(({ value }) => value === id)?.label ?? id;
    return id === 'card' ? words.aCard : label;
  }

  function changeRows(next: Row[]) {
    writeDraft(kept, next.length > 0 ? next : null);
    setRows(next);
  }

  function chooseMethod(next: string) {
    setMethod(next);
    if (choice !== TYPED) setChoice(null);
  }

  function discard() {
    tender.clear();
    setChoice(props.startsTyped ? TYPED : null);
    changeRows([]);
    setReference('');
    tips.setTip(NO_TIP);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setReferenceMissing(true);
    if (withReference && reference.trim() === '') return;
    if (method === MIXED && rows.some((row) => lacksReference(row, setup))) return;
    // The server refuses it as well; here the amounts stay in front of the person who typed them.
    if (tooMuch && !props.closed)
      return void form.current?.querySelector<HTMLElement>('input[aria-invalid]')?.focus();
    props.onTake(input);
  }

  return (
    <form ref={form} className="stack" style={TIGHT} noValidate onSubmit={submit}>
      {props.rateChanged && <Alert kind="warning">{words.rateChanged(formatRateLine(rate))}</Alert>}
      {props.alerts}
      <KeptInput
        kept={tender.kept || rows.length > 0 || reference !== ''}
        restored={false}
        discard={discard}
        disabled={pending}
      />
      <Choices label={words.method} value={method} onValue={chooseMethod} options={methods} />
      {withReference && (
        <Suspense fallback={null}>
          <ReferenceField
            method={withReference}
            value={reference}
            missing={referenceMissing && reference.trim() === ''}
            error={props.referenceError}
            onValue={setReference}
          />
        </Suspense>
      )}
      {key && method !== MIXED && (
        <div className={typing ? 'typed-keys' : 'pay-keys'}>
          <KeyChoice
            keys={keys}
            value={key.value}
            inCash={inCash}
            typing={typing}
            onChoose={setChoice}
            onOther={() => setChoice(TYPED)}
            disabled={pending || props.closed}
          />
        </div>
      )}
      {typing && (
        <AmountFields
          amounts={tender.amounts}
          dispatch={tender.dispatch}
          error={props.closed ? null : noChange}
        />
      )}
      {tooMuch && noChange === null && <Alert kind="warning">{words.tooMuch}</Alert>}
      {!props.closed && !tooMuch && (
        <ChangeLine
          settlement={tender.settlement}
          changeOptions={tender.choices}
          selectedChange={tender.chosen}
          onChoose={tender.choose}
        />
      )}
      {tips.on && !props.closed && (
        <Suspense fallback={null}>
          <TipFields
            bill={bill}
            given={tender.all}
            settlement={tender.settlement}
            tip={tips.tip}
            onTip={tips.setTip}
            disabled={pending}
          />
        </Suspense>
      )}
      {typing && (
        <Numpad onKey={(pressed) => tender.dispatch({ type: 'key', key: pressed })} onExact={tender.exact} />
      )}
      {method === MIXED && setup && (
        <Suspense fallback={null}>
          <TenderRows
            rows={rows}
            setup={setup}
            methods={setup.methods.filter(({ id }) => id !== CASH)}
            currency={props.startsIn}
            asked={referenceMissing}
            referenceError={props.referenceError}
            onRows={changeRows}
          />
        </Suspense>
      )}
      <footer>
        <ActionButton
          className="large wide"
          pending={pending}
          waiting={waiting}
          pendingLabel={words.pending}
          disabled={props.closed}
        >
          {props.action}
        </ActionButton>
      </footer>
    </form>
  );
}
