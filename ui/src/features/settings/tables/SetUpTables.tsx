/** How many tables a new bar has, and how many seats are at each. Gone once the bar has changed its tables, or has taken an order. */
import { useState } from 'react';
import { useForm } from '../../../api/forms/useForm';
import { useWrite } from '../../../api/forms/useWrite';
import { messageOf } from '../../../api/http/error';
import { refresh, useGet } from '../../../api/http/query';
import type { Table } from '../../../api/types';
import { areSeeded } from '../../../parts/first-steps/steps';
import { ActionButton } from '../../../ui/ActionButton';
import { useQuestion } from '../../../ui/dialog/useQuestion';
import { toast, toastError } from '../../../ui/feedback/toast';
import { NumberField } from '../../../ui/form/NumberField';
import { words as settingsWords } from '../strings';
import { AFTER_TABLE, ANY_ORDER, SEATS_DEFAULT } from './calls';
import { changesTo, countOf, seatsOf, setUpTables, TABLES_MAX, type TablePlan } from './setUp';
import { tables as tablesWords, setUp as words } from './strings';

const COUNT_DEFAULT = '12';

export function SetUpTables({ tables }: { tables: readonly Table[] }) {
  const [plan, setPlan] = useState<TablePlan>({ count: COUNT_DEFAULT, seats: SEATS_DEFAULT });
  /** Only a part was made: the rest is made by the next try. */
  const [unfinished, setUnfinished] = useState(false);
  const orders = useGet(ANY_ORDER);
  const { ask, dialog } = useQuestion(tablesWords.action);
  const write = useWrite(setUpTables, { refreshes: AFTER_TABLE });
  const form = useForm<keyof TablePlan, number>({
    pending: write.pending,
    check: () => ({
      ...(countOf(plan) === null ? { count: words.countError(TABLES_MAX) } : {}),
      ...(seatsOf(plan) === null ? { seats: words.seatsError } : {}),
    }),
    async send() {
      const wanted = { tables, count: countOf(plan) ?? 0, seats: seatsOf(plan) ?? 0 };
      const changes = changesTo(tables, wanted.count, wanted.seats);
      const removed = changes.filter(({ what }) => what === 'remove').length;
      if (!(await ask(removed > 0 ? words.question(removed) : null))) return undefined;
      setUnfinished(true);
      return write.run(wanted);
    },
    onDone(count) {
      setUnfinished(false);
      toast(words.done(count));
    },
    onFail(error) {
      void refresh(...AFTER_TABLE);
      toastError(words.failed, messageOf(error, settingsWords.failed));
      return undefined;
    },
  });
  const isNew = orders.data?.length === 0 && (tables.length === 0 || areSeeded(tables));
  if (!unfinished && !isNew) return null;
  return (
    <>
      <form
        ref={form.formRef}
        className="stack"
        noValidate
        aria-label={words.action}
        onSubmit={form.onSubmit}
      >
        <div className="amounts">
          <NumberField
            label={words.count}
            name="count"
            inputMode="numeric"
            value={plan.count}
            error={form.errors.count}
            onValue={(count) => setPlan({ ...plan, count })}
          />
          <NumberField
            label={words.seats}
            name="seats"
            inputMode="numeric"
            value={plan.seats}
            error={form.errors.seats}
            onValue={(seats) => setPlan({ ...plan, seats })}
          />
        </div>
        <ActionButton pending={write.pending} waiting={write.waiting} pendingLabel={settingsWords.saving}>
          {words.action}
        </ActionButton>
      </form>
      {dialog}
    </>
  );
}
