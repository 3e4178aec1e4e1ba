/** The bar's tables: their numbers, names, areas and seats. */
import { Pencil, Plus, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { useRemoval } from '../../../api/forms/useRemoval';
import { reasonOf } from '../../../api/http/error';
import { useGet } from '../../../api/http/query';
import type { Table } from '../../../api/types';
import { tableLabel } from '../../../lib/tableLabel';
import { Confirm } from '../../../ui/dialog/Confirm';
import { Empty, Loaded, Skeleton } from '../../../ui/feedback/States';
import { toast, toastError } from '../../../ui/feedback/toast';
import { Part } from '../Part';
import { AFTER_TABLE, deleteTable, TABLES } from './calls';
import { SetUpTables } from './SetUpTables';
import { tables as words } from './strings';
import { TableDialog } from './TableDialog';

type Open = { what: 'edit'; table: Table | null } | { what: 'remove'; table: Table };

export default function TablesPart() {
  const tables = useGet(TABLES);
  const [open, setOpen] = useState<Open | null>(null);
  const removal = useRemoval(deleteTable, AFTER_TABLE);
  const close = () => setOpen(null);

  async function remove(table: Table) {
    try {
      if (!(await removal.run(table.id))) return;
      toast(words.removed, labelOf(table));
    } catch (error) {
      toastError(words.removeFailed, reasonOf(error));
    }
    close();
  }

  return (
    <Part id="tables">
      <Loaded query={tables} errorText={words.loadFailed} skeleton={<Skeleton count={3} height="3.5rem" />}>
        {(list) => (
          <>
            <SetUpTables tables={list} />
            {/* Above the list, which ends under the tab bar. */}
            <button type="button" className="soft" onClick={() => setOpen({ what: 'edit', table: null })}>
              <Plus />
              {words.add}
            </button>
            {list.length === 0 && <Empty text={words.none} />}
            <ul className="list scroll">
              {list.map((table) => (
                <li key={table.id}>
                  <span className="grow row">
                    <b>{labelOf(table)}</b>
                    <small className="row seats">
                      <Users />
                      {besideName(table).join(' · ')}
                    </small>
                  </span>
                  <button
                    type="button"
                    className="quiet icon-only"
                    aria-label={words.edit(labelOf(table))}
                    onClick={() => setOpen({ what: 'edit', table })}
                  >
                    <Pencil />
                  </button>
                  <button
                    type="button"
                    className="quiet icon-only"
                    aria-label={words.remove(labelOf(table))}
                    onClick={() => setOpen({ what: 'remove', table })}
                  >
                    <Trash2 />
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {open?.what === 'edit' && <TableDialog table={open.table} tables={tables.data ?? []} onClose={close} />}
      {open?.what === 'remove' && (
        <Confirm
          question={words.question(labelOf(open.table))}
          detail={words.detail}
          action={words.action}
          pending={removal.pending}
          waiting={removal.waiting}
          onConfirm={() => void remove(open.table)}
          onCancel={close}
        />
      )}
    </Part>
  );
}

const labelOf = ({ tableNumber, name }: Table) => tableLabel(tableNumber, name);

/** '4 seats', 'Terrace'; for a table with a name also its number. */
function besideName({ tableNumber, name, area, capacity }: Table): string[] {
  return [words.seats(capacity), name && tableLabel(tableNumber, null), area].filter((part) => part !== null);
}
