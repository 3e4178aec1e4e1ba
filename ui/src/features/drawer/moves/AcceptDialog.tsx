/** Accepts cash that somebody hands in, with what was counted. */
import { at } from '../../../api/calls';
import { useForm } from '../../../api/forms/useForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import { post } from '../../../api/http/client';
import { messageOf } from '../../../api/http/error';
import { refresh } from '../../../api/http/query';
import type { CashMovement } from '../../../api/types';
import { Dialog } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { toast } from '../../../ui/feedback/toast';
import { FormButtons } from '../../../ui/form/FormButtons';
import { KeptInput } from '../../../ui/form/KeptInput';
import { move, moves, banners as words } from '../strings';
import { AFTER_CASH } from '../till';
import { AmountPair, dualOfTyped, NO_AMOUNTS, sentAmounts } from './AmountPair';

export default function AcceptDialog({ movement, onClose }: { movement: CashMovement; onClose: () => void }) {
  const draft = useFormDraft(`accept:${movement.id}`, NO_AMOUNTS);
  const { values } = draft;
  const write = useWrite(
    (_: null, options) =>
      post(at('/api/movements/{id}/accept', { id: movement.id }), sentAmounts(values), options),
    { refreshes: AFTER_CASH },
  );
  const { formRef, errors, problem, onSubmit } = useForm<'amountUSD' | 'amountLRD', CashMovement>({
    pending: write.pending,
    check() {
      const { usd, lrd } = dualOfTyped(values);
      return usd === 0 && lrd === 0 ? { amountUSD: move.noAmount } : {};
    },
    send: () => write.run(null),
    onDone() {
      draft.discard();
      onClose();
      toast(words.accepted);
    },
    onFail(error) {
      void refresh(...AFTER_CASH);
      return messageOf(error, words.acceptFailed);
    },
  });
  return (
    <Dialog title={moves.transfer} note={words.transfer(movement.userName)} onClose={onClose}>
      <form ref={formRef} className="stack" noValidate onSubmit={onSubmit}>
        <KeptInput {...draft} disabled={write.pending} />
        {problem !== null && Object.keys(errors).length === 0 && <Alert>{problem}</Alert>}
        <AmountPair values={values} errors={errors} onType={draft.type} />
        <footer className="pair">
          <FormButtons
            submit={words.accept}
            pendingLabel={move.saving}
            pending={write.pending}
            waiting={write.waiting}
            cancel={move.cancel}
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
