/** Add or edit a payment method. An existing one keeps its name and kind, because receipts show them. */
import { useForm } from '../../../api/forms/useForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import { queryClient, refresh } from '../../../api/http/query';
import { Dialog } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { toast } from '../../../ui/feedback/toast';
import { FormButtons } from '../../../ui/form/FormButtons';
import { KeptInput } from '../../../ui/form/KeptInput';
import { AFTER_SETTINGS, type PaymentMethod, SETTINGS, type Settings, saveSettings } from '../settings';
import { words as settingsWords } from '../strings';
import { refusedList } from './listRefusal';
import { MethodFields } from './MethodFields';
import { checkMethod, type MethodErrors, type MethodForm, sentOf, withMethod } from './methods';
import { methods as list, methodForm as words } from './strings';

interface MethodDialogProps {
  methods: readonly PaymentMethod[];
  method: MethodForm;
  onClose: () => void;
}

export default function MethodDialog({ methods, method, onClose }: MethodDialogProps) {
  const draft = useFormDraft<MethodForm>(`method:${method.id ?? 'new'}`, method);
  const form = draft.values;
  const write = useWrite(saveSettings, { refreshes: AFTER_SETTINGS });
  const isNew = method.id === undefined;
  const { formRef, errors, problem, onSubmit } = useForm<keyof MethodErrors, Settings>({
    pending: write.pending,
    check: () => checkMethod(form),
    send: () => write.run({ methods: withMethod(methods, sentOf(form)) }),
    onDone(saved) {
      queryClient.setQueryData([SETTINGS], saved);
      toast(list.saved, form.name.trim());
      leave();
    },
    onFail(error) {
      // Another phone may have added a method; the next try must include it.
      void refresh(SETTINGS);
      return refusedList(error, 'methods') ?? list.failed;
    },
  });
  function leave() {
    draft.discard();
    onClose();
  }

  return (
    <Dialog title={isNew ? words.addTitle : words.editTitle(method.name)} onClose={onClose}>
      <form ref={formRef} className="stack" noValidate onSubmit={onSubmit}>
        <KeptInput {...draft} disabled={write.pending} />
        <MethodFields form={form} isNew={isNew} errors={errors} onForm={draft.type} />
        {problem && <Alert>{problem}</Alert>}
        <footer className="pair">
          <FormButtons
            submit={isNew ? words.add : words.save}
            pendingLabel={settingsWords.saving}
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
