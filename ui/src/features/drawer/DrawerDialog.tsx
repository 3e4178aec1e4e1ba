/** Opens the drawer without a sale, with a reason. */
import { useFormDraft } from '../../api/forms/useFormDraft';
import { post } from '../../api/http/client';
import { CashDialog, useCashForm } from '../../parts/drawer/CashDialog';
import { ReasonPicker } from '../../parts/reasons/ReasonPicker';
import { NOTHING_CHOSEN, problemOf, sentOf } from '../../parts/reasons/reasons';
import { useReasons } from '../../parts/reasons/useReasons';
import { toast } from '../../ui/feedback/toast';
import { words } from './strings';

interface DrawerDialogProps {
  /** The till whose drawer opens; null for the one of the bar. */
  tillId?: number | null;
  onClose: () => void;
}

export default function DrawerDialog({ tillId = null, onClose }: DrawerDialogProps) {
  const draft = useFormDraft('drawer', NOTHING_CHOSEN);
  const reasons = useReasons('no_sale');
  const form = useCashForm({
    draft,
    check() {
      const missing = problemOf(draft.values, reasons);
      return missing ? { reason: missing } : {};
    },
    body: () => ({ ...sentOf(draft.values, reasons), ...(tillId !== null && { tillId }) }),
    send: (body, options) => post('/api/drawer', body, options),
    onDone: () => toast(words.opens, words.noted),
    failed: words.failed,
    onClose,
  });
  return (
    <CashDialog title={words.title} submit={words.open} pendingLabel={words.opening} form={form}>
      <ReasonPicker reasons={reasons} value={draft.values} error={form.errors.reason} onValue={draft.type} />
    </CashDialog>
  );
}
