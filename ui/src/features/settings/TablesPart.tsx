/** The bar's tables: their numbers and seats. */
import { Pencil, Plus, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { useRemoval } from '../../api/forms/useRemoval';
import { reasonOf } from '../../api/http/error';
import { useGet } from '../../api/http/query';
import type { Table } from '../../api/types';
import { Confirm } from '../../ui/dialog/Confirm';
import { Empty, Loaded, Skeleton } from '../../ui/feedback/States';
import { toast, toastError } from '../../ui/feedback/toast';
import { Part } from './Part';
import { TableDialog } from './TableDialog';
import { tables as words } from './tableStrings';
import { AFTER_TABLE, deleteTable, TABLES } from './tables';

type Open = { what: 'edit'; table: Table | null } | { what: 'remove'; table: Table };

export default function TablesPart() {
  const tables = useGet(TABLES);
  const [open, setOpen] = useState<Open | null>(null);
  const removal = useRemoval(deleteTable, AFTER_TABLE);
  const close = () => setOpen(null);

  async function remove({ id, tableNumber }: Table) {
    try {
      if (!(await removal.run(id))) return;
      toast(words.removed, words.table(tableNumber));
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
                    <b>{words.table(table.tableNumber)}</b>
                    <small className="row seats">
                      <Users />
                      {words.seats(table.capacity)}
                    </small>
                  </span>
                  <button
                    type="button"
                    className="quiet icon-only"
                    aria-label={words.edit(table.tableNumber)}
                    onClick={() => setOpen({ what: 'edit', table })}
                  >
                    <Pencil />
                  </button>
                  <button
                    type="button"
                    className="quiet icon-only"
                    aria-label={words.remove(table.tableNumber)}
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
          question={words.question(open.table.tableNumber)}
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
