/** What managers and admins see on every screen: 'Musa asks: …', and approvals with their own PIN elsewhere. */
import { Hand } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useUntouched } from '../../../lib/render/useUntouched';
import { openDialogs } from '../../../ui/dialog/dialogs';
import { dismissToast, toastQuestion } from '../../../ui/feedback/toast';
import { manage as words } from '../strings';
import { ApproveSheet } from './ApproveSheet';
import { OwnGrants } from './OwnGrants';
import { type Pending, usePending } from './usePending';
import '../approvals.css';

export default function Questions() {
  const pending = usePending();
  // The banner moves the page: not under a thumb.
  const shown = useUntouched(pending);
  const [open, setOpen] = useState<Pending | null>(null);
  const [first] = shown;
  useToastOverDialog(pending, setOpen);
  return (
    <>
      <OwnGrants />
      {first && (
        <p className="banner question" role="status" data-status="info">
          <Hand />
          <span className="grow">
            <b>{words.asks(first.name)}</b> {first.approval.summary}
            {shown.length > 1 && <small> {words.more(shown.length - 1)}</small>}
          </span>
          <button type="button" className="secondary" onClick={() => setOpen(first)}>
            {words.look}
          </button>
        </p>
      )}
      {open && <ApproveSheet key={open.approval.id} question={open} onClose={() => setOpen(null)} />}
    </>
  );
}

/** A banner lies behind an open dialog: what is asked then shows as a toast too. */
function useToastOverDialog(pending: readonly Pending[], onLook: (question: Pending) => void): void {
  const known = useRef(new Set<number>());
  const shown = useRef<{ id: number; toast: number } | null>(null);
  useEffect(() => {
    const fresh = pending.filter(({ approval }) => !known.current.has(approval.id));
    for (const { approval } of fresh) known.current.add(approval.id);
    const last = shown.current;
    if (last && !pending.some(({ approval }) => approval.id === last.id)) {
      dismissToast(last.toast);
      shown.current = null;
    }
    const [newest] = fresh;
    if (!newest || openDialogs.get().length === 0) return;
    const { approval, name } = newest;
    const action = { label: words.look, onSelect: () => onLook(newest) };
    shown.current = { id: approval.id, toast: toastQuestion(words.asks(name), approval.summary, action) };
  }, [pending]);
}
