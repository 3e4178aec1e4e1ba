/** Correct Method: how it was really paid, in place of what was entered. Receipt, sale and tax stay. */
import { useState } from 'react';
import { type Address, at } from '../../api/calls';
import { useForm } from '../../api/forms/useForm';
import { useFormDraft } from '../../api/forms/useFormDraft';
import { useWrite } from '../../api/forms/useWrite';
import { post } from '../../api/http/client';
import { reasonOf } from '../../api/http/error';
import { OLDER_RECEIPTS, queryClient, useGet } from '../../api/http/query';
import type { CashSetup, Payment, Tender } from '../../api/types';
import { ActionButton } from '../../ui/ActionButton';
import { Sheet } from '../../ui/dialog/Dialog';
import { Alert } from '../../ui/feedback/Alert';
import { Empty, Loaded, Skeleton } from '../../ui/feedback/States';
import { toast } from '../../ui/feedback/toast';
import { KeptInput } from '../../ui/form/KeptInput';
import { SelectField } from '../../ui/form/SelectField';
import { CASH, useCashSetup } from '../payment/methods';
import { lacksReference, type Row, tendersOf } from '../payment/rows';
import TenderRows from '../payment/TenderRows';
import { tendersText } from '../payment/tendersText';
import { ReasonPicker } from '../reasons/ReasonPicker';
import { NOTHING_CHOSEN, problemOf, type SentReason, sentOf } from '../reasons/reasons';
import { type LoadedReasons, useReasons } from '../reasons/useReasons';
import { changeOf, rowsOf } from './rows';
import { words } from './strings';

/** Lists to fetch again after a correction. */
const LISTS = [
  '/api/payments',
  '/api/receipts',
  '/api/sales',
  '/api/orders',
  '/api/credit',
  '/api/tabs',
  '/api/tills',
  '/api/shifts',
] as const;

interface CorrectSheetProps {
  /** What was paid, under the title. */
  note: string;
  /** The list with the payment. */
  list: Address<'/api/payments'> | Address<'/api/orders/{id}/payments'>;
  /** The payment; without one, the person chooses from the list. */
  paymentId?: number;
  /** Says where Back leads. */
  back: string;
  onClose: () => void;
}

export default function CorrectSheet({ note, list, paymentId, back, onClose }: CorrectSheetProps) {
  const payments = useGet(list);
  const setup = useCashSetup();
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <Sheet title={words.title} note={note} onClose={onClose}>
      <Loaded query={payments} errorText={words.loadFailed} skeleton={<Skeleton count={2} height="4rem" />}>
        {(all) => {
          const rows = paymentId === undefined ? all : all.filter(({ id }) => id === paymentId);
          const payment = rows.find(({ id }) => String(id) === chosen) ?? rows[0];
          if (!payment) return <Empty text={words.none} />;
          return (
            <>
              {rows.length > 1 && (
                <SelectField
                  label={words.payment}
                  value={String(payment.id)}
                  options={rows.map((row) => ({ value: String(row.id), label: tendersText(row.tenders) }))}
                  onValue={setChosen}
                />
              )}
              {setup && (
                <CorrectForm key={payment.id} payment={payment} setup={setup} back={back} onClose={onClose} />
              )}
            </>
          );
        }}
      </Loaded>
    </Sheet>
  );
}

/** The bar's reasons for voids are about goods: they are offered only where nothing else may be written. */
const inWords = (reasons: LoadedReasons): LoadedReasons =>
  reasons.freeText ? { ...reasons, options: [] } : reasons;

interface CorrectFormProps {
  payment: Payment;
  setup: CashSetup;
  back: string;
  onClose: () => void;
}

function CorrectForm({ payment, setup, back, onClose }: CorrectFormProps) {
  const draft = useFormDraft(`correct:${payment.id}`, NOTHING_CHOSEN);
  const reasons = inWords(useReasons('void'));
  const [rows, setRows] = useState<Row[]>(() => rowsOf(payment));
  const [asked, setAsked] = useState(false);
  const write = useWrite(
    (body: { tenders: Tender[] } & SentReason, options) =>
      post(at('/api/payments/{id}/correct', { id: payment.id }), body, options),
    { refreshes: LISTS },
  );
  const tenders = tendersOf(rows, setup);
  const { errors, setErrors, problem, onSubmit } = useForm<'tenders' | 'reason', Payment>({
    pending: write.pending,
    check() {
      setAsked(true);
      if (tenders.length === 0) return { tenders: words.noAmount };
      if (rows.some((row) => lacksReference(row, setup))) return { tenders: '' };
      const missing = problemOf(draft.values, reasons);
      return missing ? { reason: missing } : {};
    },
    send: () => write.run({ tenders, ...sentOf(draft.values, reasons) }),
    onDone(corrected) {
      draft.discard();
      onClose();
      void queryClient.invalidateQueries({ queryKey: [OLDER_RECEIPTS] });
      const change = changeOf(corrected);
      toast(words.done, change ? words.change(change) : tendersText(corrected.tenders));
    },
    onFail(error) {
      setErrors({});
      return reasonOf(error, words.noAnswer) ?? '';
    },
  });
  const failed = errors.tenders || problem;
  return (
    <form className="stack" noValidate onSubmit={onSubmit}>
      <p>{words.stays}</p>
      <KeptInput {...draft} disabled={write.pending} />
      {failed && <Alert reason={failed}>{words.failed}</Alert>}
      <fieldset className="stack">
        <legend>{words.paidBy}</legend>
        <TenderRows
          rows={rows}
          setup={setup}
          methods={setup.methods}
          currency={rows.find(({ method }) => method === CASH)?.currency ?? 'USD'}
          asked={asked}
          onRows={setRows}
        />
      </fieldset>
      <ReasonPicker reasons={reasons} value={draft.values} error={errors.reason} onValue={draft.type} />
      <footer className="pair">
        <button type="button" className="secondary" onClick={onClose}>
          {back}
        </button>
        <ActionButton pending={write.pending} waiting={write.waiting}>
          {words.save}
        </ActionButton>
      </footer>
    </form>
  );
}
