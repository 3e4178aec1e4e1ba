/** Add Buyer dialog: who a receipt is for. */

import type { Root } from '../../api/calls';
import { useDraftForm } from '../../api/forms/useDraftForm';
import { useFormDraft } from '../../api/forms/useFormDraft';
import { useWrite } from '../../api/forms/useWrite';
import type { WriteOptions } from '../../api/http/client';
import type { BuyerBody } from '../../api/types';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { Alert } from '../../ui/feedback/Alert';
import { toast } from '../../ui/feedback/toast';
import { TextField } from '../../ui/form/Field';
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
  const dialog = useDraftForm<'name' | 'tin' | 'address', unknown>({
    draft,
    write,
    check: () => (name.trim() === '' ? { name: words.nameMissing } : {}),
    send: () => write.run({ name: name.trim(), tin: tin.trim() || null, address: address.trim() || null }),
    onDone: () => toast(words.added, name.trim()),
    onClose,
  });
  const { errors, problem } = dialog;

  return (
    <FormDialog
      form={dialog}
      title={words.title}
      submit={words.save}
      pendingLabel={words.saving}
      cancel={words.cancel}
      alert={problem !== null && <Alert reason={problem || undefined}>{words.failed}</Alert>}
    >
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
    </FormDialog>
  );
}
