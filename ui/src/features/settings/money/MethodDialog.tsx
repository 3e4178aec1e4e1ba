/** Add or edit a payment method. An existing one keeps its name and kind, because receipts show them. */
import { listProblemFrom } from '../../../api/forms/refusal';
import { useDraftForm } from '../../../api/forms/useDraftForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import { queryClient, refresh } from '../../../api/http/query';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { toast } from '../../../ui/feedback/toast';
import { AFTER_SETTINGS, type PaymentMethod, SETTINGS, type Settings, saveSettings } from '../settings';
import { words as settingsWords } from '../strings';
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
  const dialog = useDraftForm<keyof MethodErrors, Settings>({
    draft,
    write,
    check: () => checkMethod(form),
    send: () => write.run({ methods: withMethod(methods, sentOf(form)) }),
    onDone(saved) {
      queryClient.setQueryData([SETTINGS], saved);
      toast(list.saved, form.name.trim());
    },
    onFail(error) {
      // Another phone may have added a method; the next try must include it.
      void refresh(SETTINGS);
      return listProblemFrom(error) ?? list.failed;
    },
    onClose,
  });
  const { errors } = dialog;

  return (
    <FormDialog
      form={dialog}
      title={isNew ? words.addTitle : words.editTitle(method.name)}
      submit={isNew ? words.add : words.save}
      pendingLabel={settingsWords.saving}
      cancel={words.cancel}
    >
      <MethodFields form={form} isNew={isNew} errors={errors} onForm={draft.type} />
    </FormDialog>
  );
}
