/** The guest of a walk-out came back: what was written off goes on a tab. */
import { useForm } from '../../../api/forms/useForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import type { AttachBody, Order } from '../../../api/types';
import { ActionButton } from '../../../ui/ActionButton';
import { Sheet } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { toast } from '../../../ui/feedback/toast';
import { TextField } from '../../../ui/form/Field';
import { KeptInput } from '../../../ui/form/KeptInput';
import { titleOf } from '../naming';
import { attach } from '../strings';
import { recoverWalkOut } from './calls';
import { togetherText } from './discount';
import { words as common, walkOut as titles, recover as words } from './strings';
import { useDeed } from './useDeed';

export function Recover({ order, onClose }: { order: Order; onClose: () => void }) {
  const draft = useFormDraft(`recover:${order.id}`, {
    name: order.customerName,
    phone: order.customerPhone ?? '',
  });
  const { name, phone } = draft.values;
  const write = useDeed((customer: AttachBody, options) => recoverWalkOut(order.id, customer, options));
  const { errors, onSubmit } = useForm<'customerName', unknown>({
    pending: write.pending,
    check: () => (name.trim() === '' ? { customerName: attach.nameRequired } : {}),
    send: () =>
      write.run({ customerName: name.trim(), ...(phone.trim() && { customerPhone: phone.trim() }) }),
    onDone() {
      draft.discard();
      onClose();
      toast(words.done, name.trim());
    },
    onFail: () => undefined,
  });
  return (
    <Sheet title={titles.title} note={titleOf(order)} onClose={onClose}>
      <form className="stack" noValidate onSubmit={onSubmit}>
        <p>{words.detail(togetherText(order.writtenOffUSD, order.writtenOffLRD))}</p>
        <KeptInput {...draft} disabled={write.pending} />
        {write.changed && <Alert>{common.changed}</Alert>}
        <TextField
          label={attach.name}
          value={name}
          autoComplete="off"
          error={name.trim() === '' ? errors.customerName : null}
          onValue={(text) => draft.type({ name: text })}
        />
        <TextField
          label={attach.phone}
          type="tel"
          value={phone}
          autoComplete="off"
          onValue={(text) => draft.type({ phone: text })}
        />
        <footer className="pair">
          <button type="button" className="secondary large" onClick={onClose}>
            {common.keep}
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
    </Sheet>
  );
}
