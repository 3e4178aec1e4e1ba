/** Enrol a device: what it is, then the code that makes it so. */

import { useState } from 'react';
import { problemFrom } from '../../../api/forms/refusal';
import { useForm } from '../../../api/forms/useForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import type { DeviceCode } from '../../../api/types';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { Alert } from '../../../ui/feedback/Alert';
import { DeviceFields } from './DeviceFields';
import {
  CODE_MS,
  checkDevice,
  type DeviceErrors,
  type DeviceForm,
  makeCode,
  NEW_DEVICE,
  newDeviceOf,
} from './devices';
import { EnrolCode, type MadeCode } from './EnrolCode';
import { form as words } from './strings';

export function EnrolDevice({ onClose }: { onClose: () => void }) {
  const draft = useFormDraft<DeviceForm>('device:new', NEW_DEVICE);
  const [shown, setShown] = useState<MadeCode | null>(null);
  const write = useWrite(makeCode);
  const form = useForm<keyof DeviceErrors, DeviceCode>({
    pending: write.pending,
    check: () => checkDevice(draft.values),
    send: () => write.run(newDeviceOf(draft.values)),
    onDone: (code) => setShown({ ...code, until: Date.now() + CODE_MS }),
    onFail: (error) => problemFrom(error, words.codeFailed),
  });
  const { errors } = form;

  function leave() {
    draft.discard();
    onClose();
  }

  const name = draft.values.name;
  return (
    <FormDialog
      form={{
        ...form,
        pending: write.pending,
        waiting: write.waiting,
        draft: shown ? undefined : draft,
        leave,
        onClose: shown ? leave : onClose,
      }}
      title={words.enrolTitle}
      note={shown ? name : undefined}
      sheet
      submit={shown ? null : words.makeCode}
      pendingLabel={words.makingCode}
      cancel={words.cancel}
      long={!shown}
    >
      {shown ? (
        <>
          {errors.name && <Alert>{errors.name}</Alert>}
          <EnrolCode
            code={shown}
            name={name.trim()}
            pending={write.pending}
            waiting={write.waiting}
            onDone={leave}
          />
        </>
      ) : (
        <DeviceFields form={draft.values} errors={errors} onType={draft.type} />
      )}
    </FormDialog>
  );
}
