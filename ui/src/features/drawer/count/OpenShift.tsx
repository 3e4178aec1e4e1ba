/** A closed till: what is counted in it opens its shift. */
import { useForm } from '../../../api/forms/useForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import { post } from '../../../api/http/client';
import { messageOf } from '../../../api/http/error';
import { refresh } from '../../../api/http/query';
import type { CashSetup, CountBody, Shift, Till } from '../../../api/types';
import { formatExact } from '../../../lib/format';
import { ActionButton } from '../../../ui/ActionButton';
import { Alert } from '../../../ui/feedback/Alert';
import { toast } from '../../../ui/feedback/toast';
import { KeptInput } from '../../../ui/form/KeptInput';
import { screen as words } from '../strings';
import { AFTER_CASH } from '../till';
import { Counter } from './Counter';
import { emptyCount, problemOf, sentCount, totalOf } from './count';

export default function OpenShift({ setup, till }: { setup: CashSetup; till: Till }) {
  const draft = useFormDraft(`open-shift:${till.id}`, emptyCount(setup));
  const { values } = draft;
  const counted = totalOf(values, setup);
  const write = useWrite(
    (count: CountBody, options) => post('/api/shifts', { tillId: till.id, count }, options),
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
      toast(words.opened);
    },
    onFail(error) {
      // Another phone may have opened it.
      void refresh(...AFTER_CASH);
      return messageOf(error, words.openFailed);
    },
  });
  return (
    <>
      <p>{words.noShift}</p>
      <form ref={formRef} className="stack drawer-form" noValidate onSubmit={onSubmit}>
        {draft.restored && <KeptInput {...draft} disabled={write.pending} />}
        <Counter setup={setup} values={values} error={errors.count} onType={draft.type} />
        {/* Not above the notes: they would move under the thumb. */}
        {!draft.restored && <KeptInput {...draft} disabled={write.pending} />}
        <footer className="actionbar drawer-bar">
          {problem !== null && !errors.count && <Alert>{problem}</Alert>}
          <output className="grow money">
            <span>{formatExact(counted.usd, 'USD')}</span>
            <span>{formatExact(counted.lrd, 'LRD')}</span>
          </output>
          <ActionButton className="large" pending={write.pending} waiting={write.waiting}>
            {words.openShift}
          </ActionButton>
        </footer>
      </form>
    </>
  );
}
