/** Cash received as keys, or the exact amounts of another method; Other opens fields to type in. */
import { Choices } from '../../../ui/form/Choices';
import { words } from '../strings';
import type { PayKey } from './payKeys';

interface KeyChoiceProps {
  keys: readonly PayKey[];
  value: string;
  inCash: boolean;
  /** Amounts are typed: the keys are one row above the fields. */
  typing: boolean;
  onChoose: (value: string) => void;
  onOther: () => void;
  disabled: boolean;
}

const OTHER = 'other';

/** Other stands after the exact amounts. */
export function KeyChoice({ keys, value, inCash, typing, onChoose, onOther, disabled }: KeyChoiceProps) {
  const exact = keys.filter((key) => key.value.startsWith('exact') || key.value === 'agreed');
  const options = [...exact, { value: OTHER, label: words.other }, ...keys.slice(exact.length)];
  return (
    <Choices
      label={inCash ? words.cashReceived : words.amount}
      kind={typing ? 'chips' : 'notes'}
      value={typing ? OTHER : value}
      onValue={(next) => (next === OTHER ? onOther() : onChoose(next))}
      options={options.map(({ value: option, label }) => ({ value: option, label, disabled }))}
    />
  );
}
