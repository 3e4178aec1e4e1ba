/** Add or Edit Printer dialog. */
import { listProblemFrom } from '../../../api/forms/refusal';
import { useDraftForm } from '../../../api/forms/useDraftForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import { cacheQuery } from '../../../api/http/query';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { toast } from '../../../ui/feedback/toast';
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

  const dialog = useDraftForm<keyof PrinterErrors, Settings>({
    draft,
    write,
    check: () => checkPrinter(form),
    send: () => write.run({ printers: withPrinter(printers, form) }),
    onDone(saved) {
      cacheQuery(SETTINGS, () => saved);
      toast(printing.saved, form.name.trim());
    },
    onFail: (error) => listProblemFrom(error) ?? printing.failed,
    onClose,
  });
  const { errors, setErrors } = dialog;

  return (
    <FormDialog
      form={dialog}
      title={isNew ? words.addTitle : words.editTitle}
      sheet
      submit={isNew ? words.add : words.save}
      pendingLabel={settingsWords.saving}
      cancel={words.cancel}
      long
    >
      <PrinterFields form={form} errors={errors} onForm={change} />
    </FormDialog>
  );
}
