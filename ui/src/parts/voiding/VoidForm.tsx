/** Asks for the reason of a void, the refund, and whether the items return to stock. */
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useForm } from '../../api/forms/useForm';
import { useFormDraft } from '../../api/forms/useFormDraft';
import type { Write } from '../../api/forms/useWrite';
import { reasonOf } from '../../api/http/error';
import type { Reason, VoidBody } from '../../api/types';
import { type Currency, toDecimal } from '../../lib/money/money';
import { ActionButton } from '../../ui/ActionButton';
import { Alert } from '../../ui/feedback/Alert';
import { Choices } from '../../ui/form/Choices';
import { KeptInput } from '../../ui/form/KeptInput';
import { CASH, useCashSetup } from '../payment/methods';
import { type Row, tendersOf } from '../payment/rows';
import { ReasonPicker } from '../reasons/ReasonPicker';
import { chosenOf, NOTHING_CHOSEN, problemOf, sentOf } from '../reasons/reasons';
import { useReasons } from '../reasons/useReasons';
import type { Worth } from './moneyBack';
import { form as words } from './strings';

const TenderRows = lazy(() => import('../payment/TenderRows'));

type Back = 'same' | 'other';

interface VoidFormProps<Answer> {
  /** What is voided, such as `order:12`: names the draft of the reason. */
  what: string;
  detail: string;
  /** In its place when the money is given back another way. */
  detailOther?: string;
  action: string;
  failed: string;
  /** In place of the question whether everything returns to stock; null asks nothing. */
  stock?: ReactNode;
  /** Called with the chosen reason of the list, which says what returns to stock; null for none. */
  onReason?: (reason: Reason | null) => void;
  /** The currency of the refund; null when nothing was paid. */
  givesBack: Currency | null;
  /** What is to be given back, as far as it is known: another way begins with it. */
  worth?: readonly Worth[];
  /** Whether there is a tip in what was paid, which can be given back too. */
  hasTip: boolean;
  write: Write<VoidBody, Answer>;
  onDone: (answer: Answer) => void;
  onKeep: () => void;
}

export function VoidForm<Answer>({
  what,
  detail,
  detailOther = detail,
  action,
  failed: failedWords,
  stock,
  onReason,
  givesBack,
  worth = [],
  hasTip,
  write,
  onDone,
  onKeep,
}: VoidFormProps<Answer>) {
  const draft = useFormDraft(`void:${what}`, NOTHING_CHOSEN);
  const chosen = draft.values;
  const reasons = useReasons('void');
  const [answer, setAnswer] = useState<boolean | null>(null);
  const returnToStock = answer ?? chosenOf(chosen, reasons)?.returnStock ?? true;
  const [back, setBack] = useState<Back>('same');
  const [typed, setTyped] = useState<Row[] | null>(null);
  // Until they are typed into, the amounts follow the chosen items.
  const rows = typed ?? rowsOf(worth, givesBack ?? 'USD');
  const setup = useCashSetup();
  const [returnTip, setReturnTip] = useState(false);

  const refund = back === 'other' ? tendersOf(rows, setup) : null;
  const { errors, setErrors, problem, onSubmit } = useForm<'reason' | 'refund', Answer>({
    pending: write.pending,
    check() {
      const missing = problemOf(chosen, reasons);
      if (missing) return { reason: missing };
      return refund?.length === 0 ? { refund: words.noAmount } : {};
    },
    send: () =>
      write.run({
        ...sentOf(chosen, reasons),
        returnToStock,
        ...(refund ? { refund } : {}),
        ...(returnTip ? { returnTip } : {}),
      }),
    onDone(answer) {
      draft.discard();
      onDone(answer);
    },
    onFail(error) {
      setErrors({});
      return reasonOf(error, words.noAnswer) ?? '';
    },
  });
  const failed = errors.refund ?? problem;

  return (
    <form className="stack" noValidate onSubmit={onSubmit}>
      <p>{back === 'same' ? detail : detailOther}</p>
      <KeptInput {...draft} disabled={write.pending} />
      {failed !== null && <Alert reason={failed}>{failedWords}</Alert>}
      <ReasonPicker
        reasons={reasons}
        value={chosen}
        error={errors.reason}
        onValue={(next, reason) => {
          draft.type(next);
          onReason?.(reason);
        }}
      />
      {givesBack && setup && (
        <div className="stack tight">
          <span aria-hidden="true">{words.giveBack}</span>
          <Choices
            label={words.giveBack}
            kind="segmented"
            value={back}
            onValue={setBack}
            options={[
              { value: 'same', label: words.asPaid },
              { value: 'other', label: words.anotherWay },
            ]}
          />
        </div>
      )}
      {back === 'other' && setup && (
        <Suspense fallback={null}>
          <TenderRows
            rows={rows}
            setup={setup}
            methods={setup.methods}
            currency={givesBack ?? 'USD'}
            giving
            onRows={setTyped}
          />
        </Suspense>
      )}
      {givesBack && hasTip && (
        <label className="row switch">
          <input
            type="checkbox"
            checked={returnTip}
            onChange={(event) => setReturnTip(event.currentTarget.checked)}
          />
          {words.returnTip}
        </label>
      )}
      {stock === undefined ? (
        <label className="row switch">
          <input
            type="checkbox"
            checked={returnToStock}
            onChange={(event) => setAnswer(event.currentTarget.checked)}
          />
          {words.toStock}
        </label>
      ) : (
        stock
      )}
      <footer className="pair">
        <button type="button" className="secondary" onClick={onKeep}>
          {words.keep}
        </button>
        <ActionButton className="danger" pending={write.pending} waiting={write.waiting}>
          {action}
        </ActionButton>
      </footer>
    </form>
  );
}

/** In cash, each amount in its currency. */
function rowsOf(worth: readonly Worth[], currency: Currency): Row[] {
  const row = { method: CASH, reference: '' };
  if (worth.length === 0) return [{ ...row, key: 1, currency, amount: '' }];
  return worth.map(({ currency, cents }, at) => ({
    ...row,
    key: at + 1,
    currency,
    amount: toDecimal(cents).replace(/\.00$/, ''),
  }));
}
