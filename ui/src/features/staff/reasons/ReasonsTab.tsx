/** Reasons: the bar's list, by what they are used for. */
import { Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { useGet } from '../../../api/http/query';
import type { Reason } from '../../../api/types';
import { Badge } from '../../../ui/Badge';
import { Loaded, Skeleton } from '../../../ui/feedback/States';
import { reasonKinds, reasons as words } from '../strings';
import { byKind, REASONS } from './calls';
import { ReasonDialog } from './ReasonDialog';

/** `reason` is null when one is added. */
type Open = { reason: Reason | null };

export default function ReasonsTab() {
  const list = useGet(REASONS);
  const [open, setOpen] = useState<Open | null>(null);

  return (
    <>
      <div className="split">
        <p className="grow">{words.intro}</p>
        <button type="button" className="docked" onClick={() => setOpen({ reason: null })}>
          <Plus />
          {words.add}
        </button>
      </div>
      <Loaded query={list} errorText={words.loadFailed} skeleton={<Skeleton count={4} height="9rem" />}>
        {(all) => (
          <div className="tiles reason-kinds">
            {byKind(all).map(([kind, reasons]) => (
              <section key={kind} className="card stack tight" aria-labelledby={`kind-${kind}`}>
                <h2 id={`kind-${kind}`}>{reasonKinds[kind]}</h2>
                <ul className="list">
                  {reasons.map((reason) => (
                    <Row key={reason.id} reason={reason} onEdit={() => setOpen({ reason })} />
                  ))}
                </ul>
              </section>
            ))}
          </div>
        )}
      </Loaded>
      {open && (
        <ReasonDialog key={open.reason?.id ?? 'new'} reason={open.reason} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

function Row({ reason, onEdit }: { reason: Reason; onEdit: () => void }) {
  const { name, active, returnStock, noteRequired } = reason;
  return (
    <li>
      <span className="grow">
        <b>{name}</b>
        <span className="row badges">
          {!active && <Badge status="cancelled">{words.hidden}</Badge>}
          {returnStock && <Badge>{words.returns}</Badge>}
          {noteRequired && <Badge>{words.noted}</Badge>}
        </span>
      </span>
      <button type="button" className="quiet icon-only" aria-label={words.edit(name)} onClick={onEdit}>
        <Pencil />
      </button>
    </li>
  );
}
