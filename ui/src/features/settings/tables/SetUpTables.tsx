/** How many tables a new bar has, and how many seats are at each. */
import { useState } from 'react';
import { useForm } from '../../../api/forms/useForm';
import { useWrite } from '../../../api/forms/useWrite';
import { messageOf } from '../../../api/http/error';
import { refresh } from '../../../api/http/query';
import type { Table } from '../../../api/types';
import { areSeeded } from '../../../parts/first-steps/steps';
import { ActionButton } from '../../../ui/ActionButton';
import { toast, toastError } from '../../../ui/feedback/toast';
import { NumberField } from '../../../ui/form/NumberField';
import { words as settingsWords } from '../strings';
import { AFTER_TABLE, SEATS_DEFAULT } from './calls';
import { countOf, seatsOf, setUpTables, TABLES_MAX, type TablePlan } from './setUp';
import { setUp as words } from './strings';

const COUNT_DEFAULT = '12';

export function SetUpTables({ tables }: { tables: readonly Table[] }) {
  const [plan, setPlan] = useState<TablePlan>({ count: COUNT_DEFAULT, seats: SEATS_DEFAULT });
  /** Only a part was made: the rest is made by the next try. */
  const [unfinished, setUnfinished] = useState(false);
  const write = useWrite(setUpTables, { refreshes: AFTER_TABLE });
  const form = useForm<keyof TablePlan, number>({
    pending: write.pending,
    check: () => ({
      ...(countOf(plan) === null ? { count: words.countError(TABLES_MAX) } : {}),
      ...(seatsOf(plan) === null ? { seats: words.seatsError } : {}),
    }),
    send() {
      setUnfinished(true);
      return write.run({ tables, count: countOf(plan) ?? 0, seats: seatsOf(plan) ?? 0 });
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
  if (!unfinished && tables.length > 0 && !areSeeded(tables)) return null;
  return (
    <form ref={form.formRef} className="stack" noValidate aria-label={words.action} onSubmit={form.onSubmit}>
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
  );
}
