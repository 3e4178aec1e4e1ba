/** More: what else can be done with an order; each part opens a sheet of its own. */
import {
  ArrowRightLeft,
  BadgePercent,
  CircleCheck,
  Combine,
  DoorOpen,
  Gift,
  HandCoins,
  Handshake,
  LayoutGrid,
  type LucideIcon,
  Percent,
  WalletCards,
} from 'lucide-react';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { useMay } from '../../../api/approvals';
import { useBox } from '../../../api/box';
import type { Order } from '../../../api/types';
import { Sheet } from '../../../ui/dialog/Dialog';
import { Empty } from '../../../ui/feedback/States';
import { titleOf } from '../naming';
import { type MorePart, moreOf } from './more';
import { words } from './strings';

type PartSheet = ComponentType<{ order: Order; onClose: () => void }>;

/** A button of the sheet, and what it opens; `load` fetches that. */
function part(icon: LucideIcon, load: () => Promise<{ default: PartSheet }>) {
  return { icon, load, sheet: lazy(load) };
}

const PARTS: Record<MorePart, ReturnType<typeof part>> = {
  moveItems: part(ArrowRightLeft, () => import('../moving/MoveItems')),
  moveTable: part(LayoutGrid, () => import('../moving/MoveTable')),
  merge: part(Combine, () => import('../moving/MergeOrders')),
  handOver: part(Handshake, () => import('../moving/HandOver')),
  discount: part(BadgePercent, () => import('../deeds/Discount')),
  comp: part(Gift, () => import('../deeds/Comp')),
  serviceCharge: part(HandCoins, () => import('./ServiceChargeSheet')),
  taxExempt: part(Percent, () => import('./TaxExemptSheet')),
  payments: part(WalletCards, () => import('../deeds/Payments')),
  close: part(CircleCheck, () => import('../deeds/CloseOrder')),
  walkOut: part(DoorOpen, () => import('../deeds/WalkOut')),
};

export default function MoreSheet({ order, onClose }: { order: Order; onClose: () => void }) {
  const may = { discount: useMay('discount'), comp: useMay('comp'), walkOut: useMay('walk_out') };
  const parts = moreOf(order, useBox(), may);
  const [open, setOpen] = useState<MorePart | null>(null);
  // So that the tap finds it there.
  useEffect(() => {
    for (const one of parts) PARTS[one].load().catch(() => {});
  }, []);
  const Chosen = open && PARTS[open].sheet;
  if (Chosen) {
    return (
      <Suspense fallback={null}>
        <Chosen order={order} onClose={onClose} />
      </Suspense>
    );
  }
  return (
    <Sheet title={words.order(order.id)} note={titleOf(order)} onClose={onClose}>
      {parts.length === 0 && <Empty text={words.nothing} />}
      <div className="actions">
        {parts.map((one) => {
          const Icon = PARTS[one].icon;
          return (
            <button key={one} type="button" className="secondary" onClick={() => setOpen(one)}>
              <Icon />
              {words.parts[one]}
            </button>
          );
        })}
      </div>
    </Sheet>
  );
}
