/** The number that a payment by phone or bank came with, and where that money must be seen before it counts. */
import type { PaymentMethod } from '../../api/types';
import { TextField } from '../../ui/Field';
import { words } from './partStrings';

/** As long as the box takes one. */
const REFERENCE_MAX = 64;

interface ReferenceFieldProps {
  method: PaymentMethod;
  value: string;
  error?: string | null | undefined;
  /** Money is given back: there is nothing to wait for. */
  giving?: boolean | undefined;
  onValue: (value: string) => void;
}

export default function ReferenceField({ method, value, error, giving, onValue }: ReferenceFieldProps) {
  return (
    <div className="reference stack tight">
      <TextField
        label={words.reference}
        value={value}
        maxLength={REFERENCE_MAX}
        autoComplete="off"
        autoCapitalize="characters"
        error={error ?? null}
        onValue={onValue}
      />
      {!giving && (
        <small>
          {method.account && <b>{words.account(method.name, method.account)}</b>}
          <span>{words.onOurPhone}</span>
        </small>
      )}
    </div>
  );
}
