/** Who took over a till counts it instead of confirming what was written. */
import { at } from '../../../api/calls';
import { useForm } from '../../../api/forms/useForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import { post } from '../../../api/http/client';
import { messageOf } from '../../../api/http/error';
import { refresh } from '../../../api/http/query';
import type { CashSetup, CountBody, Shift } from '../../../api/types';
import { Dialog } from '../../../ui/dialog/Dialog';
import { LongForm } from '../../../ui/dialog/LongForm';
import { toast } from '../../../ui/feedback/toast';
import { FormButtons } from '../../../ui/form/FormButtons';
import { KeptInput } from '../../../ui/form/KeptInput';
import { banners, move, count as words } from '../strings';
import { AFTER_CASH, cashText } from '../till';
import { Counter } from './Counter';
import { emptyCount, problemOf, sentCount, totalOf } from './count';

interface ConfirmCountProps {
  setup: CashSetup;
  shift: Shift;
  onClose: () => void;
}

export default function ConfirmCount({ setup, shift, onClose }: ConfirmCountProps) {
  const draft = useFormDraft(`confirm-count:${shift.id}`, emptyCount(setup));
  const { values } = draft;
  const write = useWrite(
    (count: CountBody, options) => post(at('/api/shifts/{id}/confirm', { id: shift.id }), { count }, options),
    { refreshes: AFTER_CASH },
  );
  const { formRef, errors, problem, onSubmit } = useForm<'count', Shift>({
    pending: write.pending,
    check() {
      const missing = problemOf(values, setup);
      return missing ? { count: missing } : {};
    },
    send: () => write.run(sentCount(values, setup)),
    onDone() {
      draft.discard();
      onClose();
      toast(banners.confirmed);
    },
    onFail(error) {
      void refresh(...AFTER_CASH);
      return messageOf(error, banners.confirmFailed);
    },
  });
  return (
    <Dialog title={words.title} note={cashText(totalOf(values, setup))} onClose={onClose}>
      <LongForm
        formRef={formRef}
        onSubmit={onSubmit}
        problem={errors.count ? null : problem}
        footer={
          <FormButtons
            submit={words.submit}
            pendingLabel={words.submitting}
            pending={write.pending}
            waiting={write.waiting}
            cancel={move.cancel}
            onCancel={() => {
              draft.discard();
              onClose();
            }}
          />
        }
      >
        <KeptInput {...draft} disabled={write.pending} />
        <Counter setup={setup} values={values} error={errors.count} onType={draft.type} />
      </LongForm>
    </Dialog>
  );
}
