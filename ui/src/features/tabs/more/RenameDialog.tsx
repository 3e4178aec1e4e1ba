/** Rename: another name or phone for a customer. */
import { useDraftForm } from '../../../api/forms/useDraftForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import type { KnownCustomer } from '../../../api/types';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { toast } from '../../../ui/feedback/toast';
import { TextField } from '../../../ui/form/Field';
import { AFTER_CUSTOMER, changeCustomer, type Managed } from './calls';
import { renaming, words } from './strings';

export default function RenameDialog({ tab, onClose }: { tab: Managed; onClose: () => void }) {
  const { customerId } = tab;
  const draft = useFormDraft(`rename:${customerId}`, {
    customerName: tab.customerName,
    customerPhone: tab.customerPhone ?? '',
  });
  const { customerName, customerPhone } = draft.values;
  const write = useWrite(changeCustomer, { refreshes: AFTER_CUSTOMER });
  const dialog = useDraftForm<'customerName' | 'customerPhone', KnownCustomer>({
    draft,
    write,
    check: () => (customerName.trim() === '' ? { customerName: renaming.nameRequired } : {}),
    send: () =>
      write.run({
        customerId,
        customerName: customerName.trim(),
        customerPhone: customerPhone.trim() || null,
      }),
    onDone: (done) => toast(renaming.done, done.customerName),
    failed: words.failed,
    onClose,
  });
  const { errors } = dialog;
  return (
    <FormDialog
      form={dialog}
      title={words.rename}
      note={tab.customerName}
      submit={words.save}
      pendingLabel={words.saving}
      cancel={words.cancel}
    >
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
        error={errors.customerPhone}
        onValue={(next) => draft.type({ customerPhone: next })}
      />
      <small>{renaming.note}</small>
    </FormDialog>
  );
}
