/** The tip of a payment: all of the change by one tap, or an amount of it. Fetched where a bar takes tips. */
import type { Dual } from '../../lib/money/money';
import { type Bill, type Settlement, withoutTip } from '../../lib/money/tender';
import { NumberField } from '../../ui/form/NumberField';
import KeepChange from './KeepChange';
import { words } from './strings';
import { amountsOfTip, NO_TIP, type TipInput } from './tip';
import './tips.css';

interface TipFieldsProps {
  bill: Bill;
  /** What was handed over. */
  given: Dual;
  settlement: Settlement;
  tip: TipInput;
  onTip: (tip: TipInput) => void;
  disabled?: boolean;
}

/** Shown while there is more than is due, and while an amount is typed. */
export default function TipFields({ bill, given, settlement, tip, onTip, disabled }: TipFieldsProps) {
  const { settled, excess } = settlement;
  const typed = amountsOfTip(tip);
  const hasTyped = typed.usd > 0 || typed.lrd > 0;
  if (excess === 0n && !hasTyped) return null;
  const tooLarge = hasTyped && !tip.keep && (!settled || withoutTip(bill, excess, typed) === null);
  return (
    <fieldset className="tip" disabled={disabled}>
      <legend>{words.tip}</legend>
      <KeepChange
        bill={bill}
        given={given}
        excess={excess}
        keeps={tip.keep}
        onKeep={(keep) => onTip({ ...NO_TIP, keep })}
        disabled={disabled}
      />
      {!tip.keep && (
        <div className="tip-amounts">
          <NumberField
            label={words.usd}
            step="0.01"
            value={tip.usd}
            error={tooLarge ? words.tooLarge : null}
            onValue={(usd) => onTip({ ...tip, usd })}
          />
          <NumberField label={words.lrd} step="5" value={tip.lrd} onValue={(lrd) => onTip({ ...tip, lrd })} />
        </div>
      )}
    </fieldset>
  );
}
