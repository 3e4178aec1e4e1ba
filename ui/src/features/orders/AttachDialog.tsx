/** Attach to Credit dialog: puts the unpaid part of an order on a customer's tab. */
import { useDraftForm } from '../../api/forms/useDraftForm';
import { useWrite } from '../../api/forms/useWrite';
import { reasonOf } from '../../api/http/error';
import type { AttachBody, Order } from '../../api/types';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { Alert } from '../../ui/feedback/Alert';
import { toast } from '../../ui/feedback/toast';
import { Money } from '../../ui/money/Money';
import { attachToCredit, cacheOrder, MONEY_LISTS } from './calls';
import { titleOf } from './naming';
import { remainingOf } from './payment/bill';
import { attach as words } from './strings';
import { useTabCustomer } from './useTabCustomer';

export function AttachDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const write = useWrite((customer: AttachBody, options) => attachToCredit(order.id, customer, options), {
    onAnswer: (done) => cacheOrder(done.order),
    refreshes: MONEY_LISTS,
  });
  const customer = useTabCustomer(`attach:${order.id}`, order, write.pending);

  const dialog = useDraftForm<never, { order: Order }>({
    draft: customer.draft,
    write,
    send: () => write.run(customer.body()),
    onDone: () => toast(words.done, customer.body().customerName ?? ''),
    onFail: (error) => reasonOf(error, words.noAnswer) ?? '',
    onClose,
  });
  const { problem } = dialog;

  return (
    <FormDialog
      form={{ ...dialog, onSubmit: customer.submitting(dialog.onSubmit) }}
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
      below={customer.question}
    >
      {problem !== null && <Alert reason={problem}>{words.failed}</Alert>}
      {customer.fields}
    </FormDialog>
  );
}
