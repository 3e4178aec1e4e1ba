/** Enrol a device: what it is, then the code that makes it so. */

import { useState } from 'react';
import { problemFrom } from '../../../api/forms/refusal';
import { useForm } from '../../../api/forms/useForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import type { DeviceCode } from '../../../api/types';
import { Sheet } from '../../../ui/dialog/Dialog';
import { LongForm } from '../../../ui/dialog/LongForm';
import { Alert } from '../../../ui/feedback/Alert';
import { FormButtons } from '../../../ui/form/FormButtons';
import { KeptInput } from '../../../ui/form/KeptInput';
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
  const { formRef, errors, problem, onSubmit } = useForm<keyof DeviceErrors, DeviceCode>({
    pending: write.pending,
    check: () => checkDevice(draft.values),
    send: () => write.run(newDeviceOf(draft.values)),
    onDone: (code) => setShown({ ...code, until: Date.now() + CODE_MS }),
    onFail: (error) => problemFrom(error, words.codeFailed),
  });
  function leave() {
    draft.discard();
    onClose();
  }

  return (
    <Sheet
      title={words.enrolTitle}
      note={shown ? draft.values.name : undefined}
      onClose={shown ? leave : onClose}
    >
      {shown ? (
        <form ref={formRef} noValidate onSubmit={onSubmit}>
          {problem && <Alert>{problem}</Alert>}
          {errors.name && <Alert>{errors.name}</Alert>}
          <EnrolCode
            code={shown}
            name={draft.values.name.trim()}
            pending={write.pending}
            waiting={write.waiting}
            onDone={leave}
          />
        </form>
      ) : (
        <LongForm
          formRef={formRef}
          problem={problem}
          onSubmit={onSubmit}
          footer={
            <FormButtons
              submit={words.makeCode}
              pendingLabel={words.makingCode}
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
      )}
    </Sheet>
  );
}
