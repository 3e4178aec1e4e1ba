/** Edit device: its name, who may sign in on it, and when it locks. */
import { useForm } from '../../../api/forms/useForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import { ApiError, messageOf } from '../../../api/http/error';
import { refresh } from '../../../api/http/query';
import type { Device, DeviceBody } from '../../../api/types';
import { Sheet } from '../../../ui/dialog/Dialog';
import { LongForm } from '../../../ui/dialog/LongForm';
import { toast } from '../../../ui/feedback/toast';
import { FormButtons } from '../../../ui/form/FormButtons';
import { KeptInput } from '../../../ui/form/KeptInput';
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
  const { formRef, errors, problem, onSubmit } = useForm<keyof DeviceErrors, Device>({
    pending: write.pending,
    check: () => checkDevice(draft.values),
    send: () => write.run(changesOf(draft.values, before)),
    onDone(saved) {
      toast(words.saved, saved.name);
      leave();
    },
    onFail(error) {
      void refresh(...AFTER_DEVICE);
      const inFields = error instanceof ApiError && Object.keys(error.fields).length > 0;
      return inFields ? undefined : messageOf(error, words.saveFailed);
    },
  });
  function leave() {
    draft.discard();
    onClose();
  }

  return (
    <Sheet title={words.editTitle} note={device.name} onClose={onClose}>
      <LongForm
        formRef={formRef}
        problem={problem}
        onSubmit={onSubmit}
        footer={
          <FormButtons
            submit={words.save}
            pendingLabel={words.saving}
            pending={write.pending}
            waiting={write.waiting}
            cancel={words.cancel}
            onCancel={leave}
          />
        }
      >
        <KeptInput {...draft} disabled={write.pending} />
        <DeviceFields form={draft.values} errors={errors} onType={draft.type} />
      </LongForm>
    </Sheet>
  );
}
