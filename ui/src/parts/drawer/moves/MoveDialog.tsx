/** Puts cash into a till or takes it out: with a reason, from or to another till, as the tips of a person, or to the bank. */
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useGet } from '../../../api/http/query';
import { mayManage, onDevice, useSession } from '../../../api/session';
import type { Till } from '../../../api/types';
import { toast } from '../../../ui/feedback/toast';
import { SelectField } from '../../../ui/form/SelectField';
import { PinField } from '../../pin/PinField';
import { ReasonPicker } from '../../reasons/ReasonPicker';
import { NOTHING_CHOSEN, problemOf, sentOf } from '../../reasons/reasons';
import { useReasons } from '../../reasons/useReasons';
import { tipsText } from '../../tips/tipsText';
import { CashDialog, useCashForm } from '../CashDialog';
import { moves, move as words } from '../strings';
import { usePeople } from '../usePeople';
import { AmountPair, missingAmount, NO_AMOUNTS, sentAmounts } from './AmountPair';
import { moveCash } from './calls';
import { othersOf } from './others';

export type PlainMove = 'pay_out' | 'pay_in' | 'drop' | 'float' | 'transfer' | 'tip_out' | 'bank' | 'owner';

interface MoveDialogProps {
  kind: PlainMove;
  till: Till;
  tills: readonly Till[];
  onClose: () => void;
}

export default function MoveDialog({ kind, till, tills, onClose }: MoveDialogProps) {
  const draft = useFormDraft(
    `${kind}:${till.id}`,
    { ...NO_AMOUNTS, ...NOTHING_CHOSEN, other: '', user: '', pin: '' },
    ['pin'],
  );
  const { values } = draft;
  const asksWhy = kind === 'pay_out' || kind === 'pay_in';
  const reasons = useReasons('pay_out');
  const session = useSession();
  const manages = mayManage(session.user?.role);
  const ownId = useGet('/api/auth/me', { enabled: kind === 'tip_out' }).data?.id;
  const everybody = usePeople();
  // Of a colleague's tips a bartender is told no sum.
  const mayKnow = kind === 'tip_out' && values.user !== '' && (manages || Number(values.user) === ownId);
  const due = useDue(Number(values.user), mayKnow);
  // On a private phone nobody gives a PIN, so bartenders pay out their own tips there.
  const people = manages || onDevice(session) ? everybody : everybody.filter(({ id }) => id === ownId);
  // A colleague confirms it; managers need nobody for it.
  const asksPin = kind === 'tip_out' && !manages && values.user !== '' && Number(values.user) !== ownId;
  const others = othersOf(kind, till, tills);
  // Who accepts a transfer is chosen; safe and change have one usual place.
  const other = values.other || (kind === 'transfer' ? '' : String(others[0]?.id ?? ''));
  const form = useCashForm({
    draft,
    check() {
      const missing = asksWhy ? problemOf(values, reasons) : null;
      return {
        ...missingAmount(values),
        ...(missing && { reason: missing }),
        ...(kind === 'transfer' && !other && { otherTillId: words.noTill }),
        ...(kind === 'tip_out' && !values.user && { userId: words.noPerson }),
        ...(asksPin && !values.pin && { pin: words.noPin }),
      };
    },
    body: () => ({
      kind,
      ...sentAmounts(values),
      ...(asksWhy && sentOf(values, reasons)),
      ...(others.length > 0 && other && { otherTillId: Number(other) }),
      ...(kind === 'tip_out' && { userId: Number(values.user) }),
      ...(asksPin && { pin: values.pin }),
    }),
    send: moveCash(till.id),
    onDone: () => toast(moves[kind], words.saved),
    failed: words.failed,
    onClose,
  });
  const { errors } = form;

  return (
    <CashDialog title={moves[kind]} note={till.name} submit={moves[kind]} form={form}>
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
      {due !== null && <p aria-live="polite">{words.due(due)}</p>}
      {asksPin && (
        <PinField
          label={words.pin}
          value={values.pin}
          error={errors.pin}
          onValue={(pin) => draft.type({ pin })}
        />
      )}
    </CashDialog>
  );
}

/** The tips that are due to a person, as text; null while they are not known, or not to be. */
function useDue(userId: number, mayKnow: boolean): string | null {
  const rows = useGet('/api/tips', { enabled: mayKnow }).data?.rows;
  if (!mayKnow || !rows) return null;
  const row = rows.find((one) => one.userId === userId);
  return tipsText(row?.dueUSD ?? '0', row?.dueLRD ?? '0');
}
