/** Opens the drawer without a sale, with a reason. */
import { useForm } from '../../api/forms/useForm';
import { useFormDraft } from '../../api/forms/useFormDraft';
import { useWrite } from '../../api/forms/useWrite';
import { post } from '../../api/http/client';
import { messageOf } from '../../api/http/error';
import type { PrintJob } from '../../api/types';
import { Dialog } from '../../ui/dialog/Dialog';
import { Alert } from '../../ui/feedback/Alert';
import { toast } from '../../ui/feedback/toast';
import { FormButtons } from '../../ui/form/FormButtons';
import { KeptInput } from '../../ui/form/KeptInput';
import { ReasonPicker } from '../reasons/ReasonPicker';
import { NOTHING_CHOSEN, problemOf, type SentReason, sentOf } from '../reasons/reasons';
import { useReasons } from '../reasons/useReasons';
import { words } from './strings';

interface DrawerDialogProps {
  /** The till whose drawer opens; null for the one of the bar. */
  tillId?: number | null;
  onClose: () => void;
}

export default function DrawerDialog({ tillId = null, onClose }: DrawerDialogProps) {
  const draft = useFormDraft('drawer', NOTHING_CHOSEN);
  const chosen = draft.values;
  const reasons = useReasons('no_sale');
  const write = useWrite(
    (reason: SentReason, options) =>
      post('/api/drawer', tillId === null ? reason : { ...reason, tillId }, options),
    { refreshes: ['/api/tills'] },
  );
  const { errors, problem, onSubmit } = useForm<'reason', PrintJob>({
    pending: write.pending,
    check() {
      const missing = problemOf(chosen, reasons);
      return missing ? { reason: missing } : {};
    },
    send: () => write.run(sentOf(chosen, reasons)),
    onDone() {
      draft.discard();
      onClose();
      toast(words.opens, words.noted);
    },
    onFail: (error) => messageOf(error, ''),
  });

  return (
    <Dialog title={words.title} onClose={onClose}>
      <form className="stack" noValidate onSubmit={onSubmit}>
        <KeptInput {...draft} disabled={write.pending} />
        {problem !== null && !errors.reason && <Alert reason={problem}>{words.failed}</Alert>}
        <ReasonPicker reasons={reasons} value={chosen} error={errors.reason} onValue={draft.type} />
        <footer className="pair">
          <FormButtons
            submit={words.open}
            pendingLabel={words.opening}
            pending={write.pending}
            waiting={write.waiting}
            cancel={words.cancel}
            onCancel={() => {
              draft.discard();
              onClose();
            }}
          />
        </footer>
      </form>
    </Dialog>
  );
}
