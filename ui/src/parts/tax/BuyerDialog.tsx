/** Add Buyer dialog: who a receipt is for. */

import type { Root } from '../../api/calls';
import { useForm } from '../../api/forms/useForm';
import { useFormDraft } from '../../api/forms/useFormDraft';
import { useWrite } from '../../api/forms/useWrite';
import type { WriteOptions } from '../../api/http/client';
import { ApiError, reasonOf } from '../../api/http/error';
import type { BuyerBody } from '../../api/types';
import { Dialog } from '../../ui/dialog/Dialog';
import { Alert } from '../../ui/feedback/Alert';
import { toast } from '../../ui/feedback/toast';
import { TextField } from '../../ui/form/Field';
import { FormButtons } from '../../ui/form/FormButtons';
import { KeptInput } from '../../ui/form/KeptInput';
import { buyer as words } from './strings';

/** The server's limits, in characters. */
const NAME_MAX = 200;
const TIN_MAX = 30;
const ADDRESS_MAX = 200;

interface BuyerDialogProps {
  /** Of what: a receipt or an order. */
  of: string;
  buyer: BuyerBody | null;
  save: (buyer: BuyerBody, options: WriteOptions) => Promise<unknown>;
  refreshes: readonly Root[];
  onClose: () => void;
}

export default function BuyerDialog({ of, buyer, save, refreshes, onClose }: BuyerDialogProps) {
  const draft = useFormDraft(`buyer:${of}`, {
    name: buyer?.name ?? '',
    tin: buyer?.tin ?? '',
    address: buyer?.address ?? '',
  });
  const { name, tin, address } = draft.values;
  const write = useWrite(save, { refreshes });
  const { formRef, errors, problem, onSubmit } = useForm<'name' | 'tin' | 'address', unknown>({
    pending: write.pending,
    check: () => (name.trim() === '' ? { name: words.nameMissing } : {}),
    send: () => write.run({ name: name.trim(), tin: tin.trim() || null, address: address.trim() || null }),
    onDone() {
      toast(words.added, name.trim());
      leave();
    },
    onFail: (error) =>
      error instanceof ApiError && Object.keys(error.fields).length > 0 ? undefined : (reasonOf(error) ?? ''),
  });
  function leave() {
    draft.discard();
    onClose();
  }

  return (
    <Dialog title={words.title} onClose={onClose}>
      <form ref={formRef} className="stack" noValidate onSubmit={onSubmit}>
        <KeptInput {...draft} disabled={write.pending} />
        <TextField
          label={words.name}
          name="name"
          autoComplete="off"
          maxLength={NAME_MAX}
          value={name}
          error={errors.name}
          onValue={(next) => draft.type({ name: next })}
        />
        <TextField
          label={words.tin}
          name="tin"
          autoComplete="off"
          maxLength={TIN_MAX}
          value={tin}
          error={errors.tin}
          onValue={(next) => draft.type({ tin: next })}
        />
        <TextField
          label={words.address}
          name="address"
          autoComplete="off"
          maxLength={ADDRESS_MAX}
          value={address}
          error={errors.address}
          onValue={(next) => draft.type({ address: next })}
        />
        {problem !== null && <Alert reason={problem || undefined}>{words.failed}</Alert>}
        <footer className="pair">
          <FormButtons
            submit={words.save}
            pendingLabel={words.saving}
            pending={write.pending}
            waiting={write.waiting}
            cancel={words.cancel}
            onCancel={leave}
          />
        </footer>
      </form>
    </Dialog>
  );
}
