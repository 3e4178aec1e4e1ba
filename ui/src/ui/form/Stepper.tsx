/** Stepper: a quantity with buttons for one less and one more. */
import { Minus, Plus } from 'lucide-react';

interface StepperProps {
  value: number;
  onLess: () => void;
  onMore: () => void;
  canLess?: boolean;
  canMore?: boolean;
}

export function Stepper({ value, onLess, onMore, canLess = true, canMore = true }: StepperProps) {
  return (
    <span className="stepper">
      <button type="button" aria-label="One less" disabled={!canLess} onClick={onLess}>
        <Minus />
      </button>
      <output>{value}</output>
      <button type="button" aria-label="One more" disabled={!canMore} onClick={onMore}>
        <Plus />
      </button>
    </span>
  );
}
