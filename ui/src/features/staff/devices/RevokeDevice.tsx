/** Asks, then revokes a device. */
import { useRemoval } from '../../../api/forms/useRemoval';
import { messageOf } from '../../../api/http/error';
import type { Device } from '../../../api/types';
import { DeleteDialog } from '../../../ui/dialog/DeleteDialog';
import { toast, toastError } from '../../../ui/feedback/toast';
import { AFTER_DEVICE, revokeDevice } from './devices';
import { revoke as words } from './strings';

export function RevokeDevice({ device, onClose }: { device: Device; onClose: () => void }) {
  const removal = useRemoval(revokeDevice, AFTER_DEVICE);
  return (
    <DeleteDialog
      question={words.question(device.name)}
      detail={words.detail}
      action={words.action}
      pending={removal.pending}
      waiting={removal.waiting}
      run={() => removal.run(device.id)}
      onDeleted={() => {
        toast(words.done, device.name);
        onClose();
      }}
      onFailed={(error) => {
        toastError(words.failed, messageOf(error, ''));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
