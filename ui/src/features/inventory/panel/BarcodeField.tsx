/** The barcode field: typed, scanned or generated. */
import { Barcode } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Field } from '../../../ui/form/Field';
import { makeBarcode } from '../rules/barcode';
import { form as words } from '../strings';

interface BarcodeFieldProps {
  value: string;
  error?: string;
  /** Set where head office sets it. */
  owned: { readOnly: true; hint: string } | undefined;
  onValue: (value: string) => void;
}

export function BarcodeField({ value, error, owned, onValue }: BarcodeFieldProps) {
  // A scanner ends with Enter, which must not submit a half-filled form.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') event.preventDefault();
  };
  return (
    <Field label={words.barcode} error={error} hint={owned?.hint ?? words.barcodeHint}>
      {(controlProps) => (
        <span className="row">
          <input
            {...controlProps}
            className="grow"
            name="barcode"
            autoComplete="off"
            spellCheck={false}
            readOnly={owned?.readOnly}
            value={value}
            onInput={(event) => onValue(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          {!owned && (
            <button type="button" className="secondary" onClick={() => onValue(makeBarcode())}>
              <Barcode />
              <span>
                {words.generate}
                <span className="sr-only">{words.generateRest}</span>
              </span>
            </button>
          )}
        </span>
      )}
    </Field>
  );
}
