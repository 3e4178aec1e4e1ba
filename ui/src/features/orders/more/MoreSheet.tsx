/** More: what else can be done with an order; each part opens a sheet of its own. */
import { HandCoins, type LucideIcon, Percent } from 'lucide-react';
import { useState } from 'react';
import { useBox } from '../../../api/box';
import type { Order } from '../../../api/types';
import { Sheet } from '../../../ui/dialog/Dialog';
import { Empty } from '../../../ui/feedback/States';
import { titleOf } from '../OrderCard';
import { type MorePart, moreOf } from './more';
import { ServiceChargeSheet } from './ServiceChargeSheet';
import { words } from './strings';
import { TaxExemptSheet } from './TaxExemptSheet';

const ICON: Record<MorePart, LucideIcon> = { serviceCharge: HandCoins, taxExempt: Percent };

export function MoreSheet({ order, onClose }: { order: Order; onClose: () => void }) {
  const parts = moreOf(order, useBox());
  const [open, setOpen] = useState<MorePart | null>(null);
  if (open === 'serviceCharge') return <ServiceChargeSheet order={order} onClose={onClose} />;
  if (open === 'taxExempt') return <TaxExemptSheet order={order} onClose={onClose} />;
  return (
    <Sheet title={words.order(order.id)} note={titleOf(order)} onClose={onClose}>
      {parts.length === 0 && <Empty text={words.nothing} />}
      {parts.map((part) => {
        const Icon = ICON[part];
        return (
          <button key={part} type="button" className="secondary large wide" onClick={() => setOpen(part)}>
            <Icon />
            {words.parts[part]}
          </button>
        );
      })}
    </Sheet>
  );
}
