/** The bar's tills: drawers, purses and safes. */
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useRemoval } from '../../../../api/forms/useRemoval';
import { reasonOf } from '../../../../api/http/error';
import { useGet } from '../../../../api/http/query';
import type { Till } from '../../../../api/types';
import { Confirm } from '../../../../ui/dialog/Confirm';
import { Empty, Loaded, Skeleton } from '../../../../ui/feedback/States';
import { toast, toastError } from '../../../../ui/feedback/toast';
import { Part } from '../../Part';
import type { Settings } from '../../settings';
import { words } from './strings';
import { TillDialog } from './TillDialog';
import { AFTER_TILL, deleteTill, describe, TILLS } from './tills';

type Open = { what: 'edit'; till: Till | null } | { what: 'remove'; till: Till };

export default function Tills({ settings }: { settings: Settings }) {
  const isOff = settings.cash.mode === 'off';
  return (
    <Part id="tills">
      {isOff ? (
        <Empty text={words.off}>
          <Link href="/settings/cash">{words.switchOn}</Link>
        </Empty>
      ) : (
        <List settings={settings} />
      )}
    </Part>
  );
}

function List({ settings: { printers } }: { settings: Settings }) {
  const tills = useGet(TILLS);
  const people = useGet('/api/users/names').data ?? [];
  const [open, setOpen] = useState<Open | null>(null);
  const removal = useRemoval(deleteTill, AFTER_TILL);
  const close = () => setOpen(null);

  async function remove({ id, name }: Till) {
    try {
      if (!(await removal.run(id))) return;
      toast(words.removed, name);
    } catch (error) {
      toastError(words.removeFailed, reasonOf(error));
    }
    close();
  }

  return (
    <>
      <Loaded query={tills} errorText={words.loadFailed} skeleton={<Skeleton count={2} height="3.5rem" />}>
        {(list) => (
          <>
            {list.length === 0 && <Empty text={words.none} />}
            <ul className="list scroll">
              {list.map((till) => (
                <li key={till.id}>
                  <div className="grow">
                    <span className="name">{till.name}</span>
                    <small>{describe(till, people, printers)}</small>
                  </div>
                  <button
                    type="button"
                    className="quiet icon-only"
                    aria-label={words.edit(till.name)}
                    onClick={() => setOpen({ what: 'edit', till })}
                  >
                    <Pencil />
                  </button>
                  <button
                    type="button"
                    className="quiet icon-only"
                    aria-label={words.remove(till.name)}
                    onClick={() => setOpen({ what: 'remove', till })}
                  >
                    <Trash2 />
                  </button>
                </li>
              ))}
            </ul>
            <button type="button" className="soft" onClick={() => setOpen({ what: 'edit', till: null })}>
              <Plus />
              {words.add}
            </button>
          </>
        )}
      </Loaded>
      {open?.what === 'edit' && (
        <TillDialog till={open.till} people={people} printers={printers} onClose={close} />
      )}
      {open?.what === 'remove' && (
        <Confirm
          question={words.question(open.till.name)}
          detail={words.detail}
          action={words.action}
          pending={removal.pending}
          waiting={removal.waiting}
          onConfirm={() => void remove(open.till)}
          onCancel={close}
        />
      )}
    </>
  );
}
