/** A closed till: what is counted in it opens its shift. */
import { useForm } from '../../../api/forms/useForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import { post } from '../../../api/http/client';
import { messageOf } from '../../../api/http/error';
import { refresh } from '../../../api/http/query';
import { mayManage } from '../../../api/session';
import type { CashSetup, OpenShiftBody, Shift, Till } from '../../../api/types';
import { formatExact } from '../../../lib/format';
import { Counter } from '../../../parts/drawer/count/Counter';
import { emptyCount, problemOf, totalOf } from '../../../parts/drawer/count/count';
import { AFTER_CASH, type Me } from '../../../parts/drawer/till';
import { ActionButton } from '../../../ui/ActionButton';
import { Alert } from '../../../ui/feedback/Alert';
import { toast } from '../../../ui/feedback/toast';
import { KeptInput } from '../../../ui/form/KeptInput';
import { screen as words } from '../strings';
import { FloatFields } from './FloatFields';
import { NO_OPENING, openBody } from './opening';
import { Responsible } from './Responsible';

interface OpenShiftProps {
  setup: CashSetup;
  till: Till;
  tills: readonly Till[];
  me: Me;
}

export default function OpenShift({ setup, till, tills, me }: OpenShiftProps) {
  const draft = useFormDraft(`open-shift:${till.id}`, { ...emptyCount(setup), ...NO_OPENING });
  const { values } = draft;
  const counted = totalOf(values, setup);
  const write = useWrite((body: OpenShiftBody, options) => post('/api/shifts', body, options), {
    refreshes: AFTER_CASH,
  });
  const { formRef, errors, problem, onSubmit } = useForm<'count' | 'float' | 'userId', Shift>({
    pending: write.pending,
    check() {
      const missing = problemOf(values, setup);
      return missing ? { count: missing } : {};
    },
    send: () => write.run({ tillId: till.id, ...openBody(values, setup) }),
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
        <FloatFields till={till} tills={tills} values={values} error={errors.float} onType={draft.type} />
        {mayManage(me.role) && (
          <Responsible me={me} value={values.user} error={errors.userId} onType={draft.type} />
        )}
        {/* Not above the notes: they would move under the thumb. */}
        {!draft.restored && <KeptInput {...draft} disabled={write.pending} />}
        <footer className="actionbar bottom-bar">
          {problem !== null && Object.keys(errors).length === 0 && <Alert>{problem}</Alert>}
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
