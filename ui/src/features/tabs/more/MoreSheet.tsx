/** '…' on a customer's sheet: what managers do with a customer. Each deed opens a dialog in its place. */
import { Combine, Gauge, type LucideIcon, NotebookPen, UserRoundPen } from 'lucide-react';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { Sheet } from '../../../ui/dialog/Dialog';
import type { Managed } from './calls';
import { words } from './strings';
import '../../../styles/shared/deeds.css';

type Part = ComponentType<{ tab: Managed; onClose: () => void }>;
const part = (icon: LucideIcon, label: string, load: () => Promise<{ default: Part }>) => ({
  icon,
  label,
  load,
  dialog: lazy(load),
});

const PARTS = [
  part(UserRoundPen, words.rename, () => import('./RenameDialog')),
  part(Combine, words.join, () => import('./JoinDialog')),
  part(Gauge, words.limit, () => import('./LimitForm')),
  part(NotebookPen, words.oldDebt, () => import('./OldDebtDialog')),
] as const;

export default function MoreSheet({ tab, onClose }: { tab: Managed; onClose: () => void }) {
  const [open, setOpen] = useState<(typeof PARTS)[number] | null>(null);
  // So that the tap finds it there.
  useEffect(() => {
    for (const { load } of PARTS) load().catch(() => {});
  }, []);
  if (open) {
    return (
      <Suspense fallback={null}>
        <open.dialog tab={tab} onClose={onClose} />
      </Suspense>
    );
  }
  return (
    <Sheet title={words.more(tab.customerName)} onClose={onClose}>
      <div className="deeds">
        {PARTS.map((one) => (
          <button key={one.label} type="button" onClick={() => setOpen(one)}>
            <one.icon />
            {one.label}
          </button>
        ))}
      </div>
    </Sheet>
  );
}
