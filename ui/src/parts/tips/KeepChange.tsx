/** 'Keep the change': all that is over becomes the tip, by one tap. Fetched where a bar takes tips. */
import { HandCoins } from 'lucide-react';
import type { Dual } from '../../lib/money/money';
import type { Bill } from '../../lib/money/tender';
import { changeText } from '../../ui/money/changeText';
import { overOf } from './over';
import { words } from './strings';
import './tips.css';

interface KeepChangeProps {
  bill: Bill;
  /** What was handed over. */
  given: Dual;
  /** What is more than due, as in `Settlement`. */
  excess: bigint;
  keeps: boolean;
  onKeep: (keeps: boolean) => void;
  /** In the bar on a phone: without the amount. */
  inBar?: boolean;
  disabled?: boolean | undefined;
}

/** Shown while there is more than is due. */
export default function KeepChange({ bill, given, excess, keeps, onKeep, inBar, disabled }: KeepChangeProps) {
  if (excess === 0n) return null;
  return (
    <>
      <button
        type="button"
        className="tip-keep"
        aria-pressed={keeps}
        disabled={disabled}
        onClick={() => onKeep(!keeps)}
      >
        <HandCoins />
        {words.keep}
      </button>
      {keeps && !inBar && <output>{words.kept(changeText(overOf(bill, given, excess)))}</output>}
    </>
  );
}
