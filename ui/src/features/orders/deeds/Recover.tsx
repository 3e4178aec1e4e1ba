/** The guest of a walk-out came back: what was written off goes on a tab. */
import { useForm } from '../../../api/forms/useForm';
import type { AttachBody, Order } from '../../../api/types';
import { ActionButton } from '../../../ui/ActionButton';
import { Sheet } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { toast } from '../../../ui/feedback/toast';
import { KeptInput } from '../../../ui/form/KeptInput';
import { titleOf } from '../naming';
import { useTabCustomer } from '../useTabCustomer';
import { recoverWalkOut } from './calls';
import { togetherText } from './discount';
import { words as common, walkOut as titles, recover as words } from './strings';
import { useDeed } from './useDeed';

export function Recover({ order, onClose }: { order: Order; onClose: () => void }) {
  const write = useDeed((customer: AttachBody, options) => recoverWalkOut(order.id, customer, options));
  const customer = useTabCustomer(`recover:${order.id}`, order, write.pending);
  const { draft } = customer;
  const { onSubmit } = useForm<never, unknown>({
    pending: write.pending,
    send: () => write.run(customer.body()),
    onDone() {
      draft.discard();
      onClose();
      toast(words.done, customer.body().customerName ?? '');
    },
    onFail: () => undefined,
  });
  return (
    <Sheet title={titles.title} note={titleOf(order)} onClose={onClose}>
      <form className="stack" noValidate onSubmit={customer.submitting(onSubmit)}>
        <p>{words.detail(togetherText(order.writtenOffUSD, order.writtenOffLRD))}</p>
        <KeptInput {...draft} disabled={write.pending} />
        {write.changed && <Alert>{common.changed}</Alert>}
        {customer.fields}
        <footer className="pair">
          <button type="button" className="secondary large" onClick={onClose}>
            {common.cancel}
          </button>
          <ActionButton
            className="large"
            pending={write.pending}
            waiting={write.waiting}
            pendingLabel={words.pending}
          >
            {words.action}
          </ActionButton>
        </footer>
      </form>
      {customer.question}
    </Sheet>
  );
}
