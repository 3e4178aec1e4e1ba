/** Edit device: its name, who may sign in on it, and when it locks. */
import { problemFrom } from '../../../api/forms/refusal';
import { useDraftForm } from '../../../api/forms/useDraftForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import { refresh } from '../../../api/http/query';
import type { Device, DeviceBody } from '../../../api/types';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { toast } from '../../../ui/feedback/toast';
import { DeviceFields } from './DeviceFields';
import {
  AFTER_DEVICE,
  changeDevice,
  changesOf,
  checkDevice,
  type DeviceErrors,
  type DeviceForm,
  formOf,
} from './devices';
import { form as words } from './strings';

export function EditDevice({ device, onClose }: { device: Device; onClose: () => void }) {
  const before = formOf(device);
  const draft = useFormDraft<DeviceForm>(`device:${device.id}`, before);
  const write = useWrite(
    (change: Partial<DeviceBody>, options) => changeDevice({ id: device.id, ...change }, options),
    { refreshes: AFTER_DEVICE },
  );
  const dialog = useDraftForm<keyof DeviceErrors, Device>({
    draft,
    write,
    check: () => checkDevice(draft.values),
    send: () => write.run(changesOf(draft.values, before)),
    onDone: (saved) => toast(words.saved, saved.name),
    onFail(error) {
      void refresh(...AFTER_DEVICE);
      return problemFrom(error, words.saveFailed);
    },
    onClose,
  });
  const { errors } = dialog;

  return (
    <FormDialog
      form={dialog}
      title={words.editTitle}
      note={device.name}
      sheet
      submit={words.save}
      pendingLabel={words.saving}
      cancel={words.cancel}
      long
    >
      <DeviceFields form={draft.values} errors={errors} onType={draft.type} />
    </FormDialog>
  );
}
