/** For managers, above the list: tabs that may be of the same guest, and the button for a debt from before the box. */
import { Combine, NotebookPen } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useGet } from '../../../api/http/query';
import type { Tab } from '../../../api/types';
import { SAME } from './calls';
import { proposals, words } from './strings';

const JoinDialog = lazy(() => import('./JoinDialog'));
const OldDebtDialog = lazy(() => import('./OldDebtDialog'));

export default function ForManagers({ tabs }: { tabs: readonly Tab[] }) {
  const same = useGet(SAME).data ?? [];
  const [open, setOpen] = useState<'join' | 'oldDebt' | null>(null);
  const known = same.flatMap(({ customerId }) => tabs.filter((tab) => tab.customerId === customerId));
  const [tab, other] = known;
  const close = () => setOpen(null);
  return (
    <>
      {tab && other && (
        <button type="button" className="soft wide" onClick={() => setOpen('join')}>
          <Combine />
          {proposals.title(known.length)}
        </button>
      )}
      <button type="button" className="quiet small" onClick={() => setOpen('oldDebt')}>
        <NotebookPen />
        {words.oldDebt}
      </button>
      <Suspense fallback={null}>
        {open === 'join' && tab && other && (
          <JoinDialog key={tab.customerId} tab={tab} other={other.customerId} onClose={close} />
        )}
        {open === 'oldDebt' && <OldDebtDialog onClose={close} />}
      </Suspense>
    </>
  );
}
