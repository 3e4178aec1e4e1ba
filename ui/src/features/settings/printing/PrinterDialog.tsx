/** Add or Edit Printer dialog. */
import { useForm } from '../../../api/forms/useForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import { ApiError, messageOf } from '../../../api/http/error';
import { cacheQuery } from '../../../api/http/query';
import { Sheet } from '../../../ui/dialog/Dialog';
import { LongForm } from '../../../ui/dialog/LongForm';
import { toast } from '../../../ui/feedback/toast';
import { FormButtons } from '../../../ui/form/FormButtons';
import { KeptInput } from '../../../ui/form/KeptInput';
import { AFTER_SETTINGS, type PrinterSetting, SETTINGS, type Settings, saveSettings } from '../settings';
import { printing, words as settingsWords, printerForm as words } from '../strings';
import { PrinterFields } from './PrinterFields';
import { checkPrinter, type PrinterErrors, withPrinter } from './printers';

interface PrinterDialogProps {
  printers: readonly PrinterSetting[];
  printer: PrinterSetting;
  onClose: () => void;
}

export function PrinterDialog({ printers, printer, onClose }: PrinterDialogProps) {
  const draft = useFormDraft<PrinterSetting>(`printer:${printer.id}`, printer);
  const form = draft.values;
  const write = useWrite(saveSettings, { refreshes: AFTER_SETTINGS });
  const isNew = printer.id === 0;
  function change(next: PrinterSetting) {
    draft.type(next);
    setErrors({});
  }

  const { formRef, errors, setErrors, problem, onSubmit } = useForm<keyof PrinterErrors, Settings>({
    pending: write.pending,
    check: () => checkPrinter(form),
    send: () => write.run({ printers: withPrinter(printers, form) }),
    onDone(saved) {
      cacheQuery(SETTINGS, () => saved);
      toast(printing.saved, form.name.trim());
      leave();
    },
    onFail: problemOf,
  });
  function leave() {
    draft.discard();
    onClose();
  }

  return (
    <Sheet title={isNew ? words.addTitle : words.editTitle} onClose={onClose}>
      <LongForm
        formRef={formRef}
        problem={problem}
        onSubmit={onSubmit}
        footer={
          <FormButtons
            submit={isNew ? words.add : words.save}
            pendingLabel={settingsWords.saving}
            pending={write.pending}
            waiting={write.waiting}
            cancel={words.cancel}
            onCancel={leave}
          />
        }
      >
        <KeptInput {...draft} disabled={write.pending} />
        <PrinterFields form={form} errors={errors} onForm={change} />
      </LongForm>
    </Sheet>
  );
}

/** The server reports errors of a printer under `printers`, the name of the list. */
function problemOf(error: unknown): string {
  const named = error instanceof ApiError ? error.fields.printers : undefined;
  return named ?? messageOf(error, printing.failed);
}
