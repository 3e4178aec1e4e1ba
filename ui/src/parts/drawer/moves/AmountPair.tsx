/** An amount of each currency, typed on the phone's own keyboard. */
import type { FieldErrors } from '../../../api/forms/useForm';
import { type Cents, type Dual, parseMoney, toDecimal } from '../../../lib/money/money';
import { tidy } from '../../../lib/money/numpad';
import { isMistyped } from '../../../lib/money/typed';
import { TextField } from '../../../ui/form/Field';
import { move as words } from '../strings';
import '../../../styles/shared/figures.css';

export interface TypedAmounts {
  usd: string;
  lrd: string;
}

export const NO_AMOUNTS: TypedAmounts = { usd: '', lrd: '' };

export const dualOfTyped = ({ usd, lrd }: TypedAmounts): Dual => ({
  usd: parseMoney(usd) ?? 0,
  lrd: parseMoney(lrd) ?? 0,
});

/** What is sent; an amount of nothing is left out. */
export function sentAmounts(typed: TypedAmounts): { amountUSD?: string; amountLRD?: string } {
  const { usd, lrd } = dualOfTyped(typed);
  const sent = (cents: Cents) => (cents === 0 ? undefined : toDecimal(cents));
  return { amountUSD: sent(usd), amountLRD: sent(lrd) };
}

/** The error where no amount is typed, or something that is none. */
export function missingAmount(typed: TypedAmounts): { amountUSD?: string; amountLRD?: string } {
  const { usd, lrd } = dualOfTyped(typed);
  if (isMistyped(typed.usd)) return { amountUSD: words.noAmount };
  if (isMistyped(typed.lrd)) return { amountLRD: words.noAmount };
  return usd === 0 && lrd === 0 ? { amountUSD: words.noAmount } : {};
}

interface AmountPairProps {
  values: TypedAmounts;
  errors: FieldErrors<'amountUSD' | 'amountLRD'>;
  onType: (change: Partial<TypedAmounts>) => void;
  labels?: { usd: string; lrd: string };
}

const LABELS = { usd: words.amountUSD, lrd: words.amountLRD };

export function AmountPair({ values, errors, onType, labels = LABELS }: AmountPairProps) {
  return (
    <div className="abreast">
      <TextField
        label={labels.usd}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
        value={values.usd}
        error={errors.amountUSD}
        onValue={(text) => onType({ usd: tidy(text) })}
      />
      <TextField
        label={labels.lrd}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0"
        value={values.lrd}
        error={errors.amountLRD}
        onValue={(text) => onType({ lrd: tidy(text) })}
      />
    </div>
  );
}
