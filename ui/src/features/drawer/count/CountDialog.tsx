/** A count in a dialog: of a till that was taken over, or of a safe. */
import type { FormDraft } from '../../../api/forms/useFormDraft';
import type { WriteOptions } from '../../../api/http/client';
import type { CashSetup } from '../../../api/types';
import { Dialog } from '../../../ui/dialog/Dialog';
import { LongForm } from '../../../ui/dialog/LongForm';
import { KeptInput } from '../../../ui/form/KeptInput';
import { CashButtons, useCashForm } from '../CashDialog';
import { count as words } from '../strings';
import { cashText } from '../till';
import { Counter } from './Counter';
import { type CountValues, problemOf, totalOf } from './count';

interface CountDialogProps {
  title?: string;
  setup: CashSetup;
  draft: FormDraft<CountValues>;
  /** Sends what is counted. */
  send: (options: WriteOptions) => Promise<unknown>;
  onDone: () => void;
  /** Said where the box gives no reason. */
  failed: string;
  onClose: () => void;
}

export function CountDialog(props: CountDialogProps) {
  const { title = words.title, setup, draft, send, onDone, failed, onClose } = props;
  const { values } = draft;
  const form = useCashForm({
    draft,
    check(): { count?: string } {
      const missing = problemOf(values, setup);
      return missing ? { count: missing } : {};
    },
    body: () => null,
    send: (_, options) => send(options),
    onDone,
    failed,
    onClose,
  });
  const { formRef, errors, problem, onSubmit, pending } = form;
  return (
    <Dialog title={title} note={cashText(totalOf(values, setup))} onClose={onClose}>
      <LongForm
        formRef={formRef}
        onSubmit={onSubmit}
        problem={errors.count ? null : problem}
        footer={<CashButtons form={form} submit={words.submit} pendingLabel={words.submitting} />}
      >
        <KeptInput {...draft} disabled={pending} />
        <Counter setup={setup} values={values} error={errors.count} onType={draft.type} />
      </LongForm>
    </Dialog>
  );
}
