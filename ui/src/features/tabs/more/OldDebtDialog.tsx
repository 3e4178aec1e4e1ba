/** Add old debt: what a guest owes from before the box. */
import { useDraftForm } from '../../../api/forms/useDraftForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import type { CreditItem } from '../../../api/types';
import { type Currency, parseMoney } from '../../../lib/money/money';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { toast } from '../../../ui/feedback/toast';
import { Choices } from '../../../ui/form/Choices';
import { TextField } from '../../../ui/form/Field';
import { NumberField } from '../../../ui/form/NumberField';
import { AFTER_CUSTOMER, addOldDebt, type Managed } from './calls';
import { oldDebts, renaming, words } from './strings';

interface OldDebtDialogProps {
  /** Whose debt it is; without one the name is asked for. */
  tab?: Managed;
  onClose: () => void;
}

const CURRENCIES = [
  { value: 'USD', label: '$' },
  { value: 'LRD', label: 'L$' },
] as const;

export default function OldDebtDialog({ tab, onClose }: OldDebtDialogProps) {
  const draft = useFormDraft(`old-debt:${tab?.customerId ?? ''}`, {
    customerName: tab?.customerName ?? '',
    customerPhone: tab?.customerPhone ?? '',
    currency: 'USD' as Currency,
    amount: '',
    since: '',
    notes: '',
  });
  const { customerName, customerPhone, currency, amount, since, notes } = draft.values;
  const write = useWrite(addOldDebt, { refreshes: AFTER_CUSTOMER });
  const cents = parseMoney(amount);
  const dialog = useDraftForm<'customerName' | 'amount' | 'since', CreditItem>({
    draft,
    write,
    check: () => ({
      ...(customerName.trim() === '' && { customerName: renaming.nameRequired }),
      ...((cents === null || cents <= 0) && { amount: oldDebts.amountRequired }),
    }),
    send: () =>
      write.run({
        customerName: customerName.trim(),
        customerPhone: customerPhone.trim() || null,
        ...(currency === 'USD' ? { amountUSD: amount.trim() } : { amountLRD: amount.trim() }),
        since: since || null,
        notes: notes.trim() || null,
      }),
    onDone: (done) => toast(oldDebts.done, done.customerName),
    failed: words.failed,
    onClose,
  });
  const { errors } = dialog;
  return (
    <FormDialog
      form={dialog}
      title={words.oldDebt}
      note={tab?.customerName}
      submit={words.oldDebt}
      pendingLabel={words.saving}
      cancel={words.cancel}
      long
    >
      {!tab && (
        <>
          <TextField
            label={renaming.name}
            name="customerName"
            autoComplete="off"
            value={customerName}
            error={errors.customerName}
            onValue={(next) => draft.type({ customerName: next })}
          />
          <TextField
            label={renaming.phone}
            name="customerPhone"
            type="tel"
            autoComplete="off"
            value={customerPhone}
            onValue={(next) => draft.type({ customerPhone: next })}
          />
        </>
      )}
      <Choices<Currency>
        kind="segmented"
        label={oldDebts.currency}
        value={currency}
        onValue={(next) => draft.type({ currency: next })}
        options={CURRENCIES}
      />
      <NumberField
        label={oldDebts.amount}
        name="amount"
        value={amount}
        error={errors.amount}
        onValue={(next) => draft.type({ amount: next })}
      />
      <TextField
        label={oldDebts.since}
        name="since"
        type="date"
        value={since}
        error={errors.since}
        onValue={(next) => draft.type({ since: next })}
      />
      <TextField
        label={oldDebts.notes}
        name="notes"
        autoComplete="off"
        value={notes}
        onValue={(next) => draft.type({ notes: next })}
      />
      <small>{oldDebts.note}</small>
    </FormDialog>
  );
}
