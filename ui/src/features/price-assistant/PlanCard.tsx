/** What is planned for a day, with the button that withdraws it. */
import type { PricePlan } from '../../api/types';
import { formatDate } from '../../lib/format';
import { ActionButton } from '../../ui/ActionButton';
import { words } from './strings';
import { usePlan } from './usePlan';

interface PlanCardProps {
  plan: PricePlan;
  note?: string;
}

export function PlanCard({ plan: { from, items }, note }: PlanCardProps) {
  const { withdraw, withdrawing } = usePlan(from);
  return (
    <div className="card split">
      <span>
        {words.isPlanned(items.length, formatDate(from))} {note}
      </span>
      <ActionButton
        type="button"
        className="secondary"
        pending={withdrawing.pending}
        waiting={withdrawing.waiting}
        onClick={() => void withdraw()}
      >
        {words.withdraw}
      </ActionButton>
    </div>
  );
}
