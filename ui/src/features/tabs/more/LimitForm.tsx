/** Limit: how much a customer may owe. */
import { useDraftForm } from '../../../api/forms/useDraftForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import type { KnownCustomer } from '../../../api/types';
import { parseMoney } from '../../../lib/money/money';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { toast } from '../../../ui/feedback/toast';
import { NumberField } from '../../../ui/form/NumberField';
import { AFTER_CUSTOMER, changeCustomer, type Managed } from './calls';
import { limiting, words } from './strings';

export default function LimitForm({ tab, onClose }: { tab: Managed; onClose: () => void }) {
  const { customerId } = tab;
  const draft = useFormDraft(`limit:${customerId}`, { limitUSD: tab.limitUSD ?? '' });
  const typed = draft.values.limitUSD.trim();
  const write = useWrite(changeCustomer, { refreshes: AFTER_CUSTOMER });
  const dialog = useDraftForm<'limitUSD', KnownCustomer>({
    draft,
    write,
    check: () => (typed !== '' && parseMoney(typed) === null ? { limitUSD: limiting.wrong } : {}),
    send: () => write.run({ customerId, limitUSD: typed || null }),
    onDone: (done) => toast(limiting.done, done.customerName),
    failed: words.failed,
    onClose,
  });
  return (
    <FormDialog
      form={dialog}
      title={words.limit}
      note={tab.customerName}
      submit={words.save}
      pendingLabel={words.saving}
      cancel={words.cancel}
    >
      <NumberField
        label={limiting.label}
        name="limitUSD"
        hint={limiting.hint}
        value={draft.values.limitUSD}
        error={dialog.errors.limitUSD}
        onValue={(limitUSD) => draft.type({ limitUSD })}
      />
    </FormDialog>
  );
}
