/** Puts cash into a till or takes it out: with a reason, from or to another till, or as somebody's tips. */
import { at } from '../../../api/calls';
import { useForm } from '../../../api/forms/useForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import { post } from '../../../api/http/client';
import { messageOf } from '../../../api/http/error';
import type { CashMovement, MoveCashBody, Shift, Till } from '../../../api/types';
import { Dialog } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { toast } from '../../../ui/feedback/toast';
import { FormButtons } from '../../../ui/form/FormButtons';
import { KeptInput } from '../../../ui/form/KeptInput';
import { SelectField } from '../../../ui/form/SelectField';
import { ReasonPicker } from '../../reasons/ReasonPicker';
import { NOTHING_CHOSEN, problemOf, sentOf } from '../../reasons/reasons';
import { useReasons } from '../../reasons/useReasons';
import { moves, move as words } from '../strings';
import { AFTER_CASH } from '../till';
import { usePeople } from '../usePeople';
import { AmountPair, dualOfTyped, NO_AMOUNTS, sentAmounts } from './AmountPair';

export type PlainMove = 'pay_out' | 'pay_in' | 'drop' | 'float' | 'transfer' | 'tip_out';

interface MoveDialogProps {
  kind: PlainMove;
  till: Till;
  tills: readonly Till[];
  shifts: readonly Shift[];
  onClose: () => void;
}

/** The tills on the other side: a drop goes to a safe, change comes from a safe or an open drawer. */
function othersOf(kind: PlainMove, till: Till, tills: readonly Till[]): Till[] {
  const isOpen = (other: Till) => other.kind === 'safe' || other.openShiftId !== null;
  const others = tills.filter((other) => other.id !== till.id);
  if (kind === 'drop') return others.filter((other) => other.kind === 'safe');
  if (kind === 'float') return others.filter((other) => other.kind !== 'purse' && isOpen(other));
  return kind === 'transfer' ? others : [];
}

export default function MoveDialog({ kind, till, tills, shifts, onClose }: MoveDialogProps) {
  const draft = useFormDraft(`${kind}:${till.id}`, { ...NO_AMOUNTS, ...NOTHING_CHOSEN, other: '', user: '' });
  const { values } = draft;
  const asksWhy = kind === 'pay_out' || kind === 'pay_in';
  const reasons = useReasons('pay_out');
  const people = usePeople(shifts);
  const others = othersOf(kind, till, tills);
  // Who accepts a transfer is chosen; safe and change have one usual place.
  const other = values.other || (kind === 'transfer' ? '' : String(others[0]?.id ?? ''));
  const write = useWrite(
    (body: MoveCashBody, options) => post(at('/api/tills/{id}/movements', { id: till.id }), body, options),
    { refreshes: AFTER_CASH },
  );

  type Field = 'amountUSD' | 'amountLRD' | 'reason' | 'otherTillId' | 'userId';
  const { formRef, errors, problem, onSubmit } = useForm<Field, CashMovement>({
    pending: write.pending,
    check() {
      const { usd, lrd } = dualOfTyped(values);
      const missing = asksWhy ? problemOf(values, reasons) : null;
      return {
        ...(usd === 0 && lrd === 0 && { amountUSD: words.noAmount }),
        ...(missing && { reason: missing }),
        ...(kind === 'transfer' && !other && { otherTillId: words.noTill }),
        ...(kind === 'tip_out' && !values.user && { userId: words.noPerson }),
      };
    },
    send: () =>
      write.run({
        kind,
        ...sentAmounts(values),
        ...(asksWhy && sentOf(values, reasons)),
        ...(others.length > 0 && other && { otherTillId: Number(other) }),
        ...(kind === 'tip_out' && { userId: Number(values.user) }),
      }),
    onDone() {
      draft.discard();
      onClose();
      toast(moves[kind], words.saved);
    },
    onFail: (error) => messageOf(error, words.failed),
  });

  return (
    <Dialog title={moves[kind]} note={till.name} onClose={onClose}>
      <form ref={formRef} className="stack" noValidate onSubmit={onSubmit}>
        <KeptInput {...draft} disabled={write.pending} />
        {problem !== null && Object.keys(errors).length === 0 && <Alert>{problem}</Alert>}
        <AmountPair values={values} errors={errors} onType={draft.type} />
        {asksWhy && (
          <ReasonPicker reasons={reasons} value={values} error={errors.reason} onValue={draft.type} />
        )}
        {others.length > 0 && (
          <SelectField
            label={kind === 'float' ? words.from : words.to}
            value={other}
            error={errors.otherTillId}
            onValue={(id) => draft.type({ other: id })}
            options={[
              ...(kind === 'transfer' ? [{ value: '', label: words.choose }] : []),
              ...others.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
        )}
        {kind === 'tip_out' && (
          <SelectField
            label={words.whose}
            value={values.user}
            error={errors.userId}
            onValue={(user) => draft.type({ user })}
            options={[
              { value: '', label: words.choose },
              ...people.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
        )}
        <footer className="pair">
          <FormButtons
            submit={moves[kind]}
            pendingLabel={words.saving}
            pending={write.pending}
            waiting={write.waiting}
            cancel={words.cancel}
            onCancel={() => {
              draft.discard();
              onClose();
            }}
          />
        </footer>
      </form>
    </Dialog>
  );
}
