/** Attach to Credit dialog: puts the unpaid part of an order on a customer's tab. */
import { useDraftForm } from '../../api/forms/useDraftForm';
import { useFormDraft } from '../../api/forms/useFormDraft';
import { useWrite } from '../../api/forms/useWrite';
import { reasonOf } from '../../api/http/error';
import type { AttachBody, Order } from '../../api/types';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { Alert } from '../../ui/feedback/Alert';
import { toast } from '../../ui/feedback/toast';
import { TextField } from '../../ui/form/Field';
import { Money } from '../../ui/money/Money';
import { attachToCredit, cacheOrder, MONEY_LISTS } from './calls';
import { titleOf } from './naming';
import { remainingOf } from './payment/bill';
import { attach as words } from './strings';

export function AttachDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const draft = useFormDraft(`attach:${order.id}`, {
    name: order.customerName,
    phone: order.customerPhone ?? '',
  });
  const { name, phone } = draft.values;
  const write = useWrite((customer: AttachBody, options) => attachToCredit(order.id, customer, options), {
    refreshes: MONEY_LISTS,
  });

  const dialog = useDraftForm<'customerName', { order: Order }>({
    draft,
    write,
    check: () => (name.trim() === '' ? { customerName: words.nameRequired } : {}),
    send: () =>
      write.run({ customerName: name.trim(), ...(phone.trim() ? { customerPhone: phone.trim() } : {}) }),
    onDone(done) {
      cacheOrder(done.order);
      toast(words.done, name.trim());
    },
    onFail: (error) => reasonOf(error, words.noAnswer) ?? '',
    onClose,
  });
  const { errors, problem } = dialog;

  return (
    <FormDialog
      form={dialog}
      title={words.title}
      note={titleOf(order)}
      tools={<Money {...remainingOf(order)} leads={order.currency} total className="end total" />}
      sheet
      pendingLabel={words.pending}
      cancel={words.cancel}
      submit={words.action}
      small
      keepsFocus
      alert={null}
    >
      {problem !== null && <Alert reason={problem}>{words.failed}</Alert>}
      <TextField
        label={words.name}
        value={name}
        autoComplete="off"
        error={name.trim() === '' ? errors.customerName : null}
        onValue={(text) => draft.type({ name: text })}
      />
      <TextField
        label={words.phone}
        type="tel"
        value={phone}
        autoComplete="off"
        onValue={(text) => draft.type({ phone: text })}
      />
    </FormDialog>
  );
}
