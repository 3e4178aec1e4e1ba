/** Occupies or frees a table; asks before it frees one with an unpaid order. */
import { useState } from 'react';
import { useWrite } from '../../../api/forms/useWrite';
import { reasonOf } from '../../../api/http/error';
import type { Order, Table, TableStatus } from '../../../api/types';
import { tableInSentence } from '../../../lib/tableLabel';
import { Confirm } from '../../../ui/dialog/Confirm';
import { toastError } from '../../../ui/feedback/toast';
import { bothAmounts } from '../amounts';
import { cacheTable, setTableStatus, TABLES } from '../calls';
import { remainingOf } from '../payment/bill';
import { owingAt, toggled } from '../status';
import { tables as words } from '../strings';

export function useTableStatus(table: Table, orders: readonly Order[], onDone?: () => void) {
  const [asking, setAsking] = useState(false);
  const write = useWrite<TableStatus, Table>((next, options) => setTableStatus(table.id, next, options), {
    onAnswer: cacheTable,
    refreshes: [TABLES],
  });
  const next = toggled(table.status);
  const unpaid = owingAt(table, orders);

  async function toggle() {
    try {
      if (await write.run(next)) onDone?.();
    } catch (error) {
      toastError(words.failed, reasonOf(error));
    }
    setAsking(false);
  }

  return {
    /** 'Occupy' or 'Free' */
    label: next === 'available' ? words.free : words.occupy,
    pending: write.pending,
    waiting: write.waiting,
    press: () => (next === 'available' && unpaid ? setAsking(true) : void toggle()),
    question: asking && unpaid && (
      <Confirm
        question={words.freeQuestion(tableInSentence(table.tableNumber, table.name))}
        detail={words.freeDetail(unpaid.customerName, bothAmounts(remainingOf(unpaid), unpaid.currency))}
        action={words.freeAction}
        pending={write.pending}
        waiting={write.waiting}
        onConfirm={toggle}
        onCancel={() => setAsking(false)}
      />
    ),
  };
}
