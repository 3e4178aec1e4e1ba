/** Change that is put into a till that opens: where it comes from, and how much. */
import type { Till } from '../../../api/types';
import { AmountPair } from '../../../parts/drawer/moves/AmountPair';
import { othersOf } from '../../../parts/drawer/moves/others';
import { SelectField } from '../../../ui/form/SelectField';
import { opening as words } from '../strings';
import type { OpeningValues } from './opening';

interface FloatFieldsProps {
  till: Till;
  tills: readonly Till[];
  values: OpeningValues;
  error: string | undefined;
  onType: (change: Partial<OpeningValues>) => void;
}

export function FloatFields({ till, tills, values, error, onType }: FloatFieldsProps) {
  const sources = othersOf('float', till, tills);
  if (sources.length === 0) return null;
  return (
    <>
      <SelectField
        label={words.floatFrom}
        value={values.from}
        error={error}
        hint={values.from ? words.floatHint : undefined}
        onValue={(from) => onType({ from })}
        options={[
          { value: '', label: words.noFloat },
          ...sources.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      {values.from && (
        <AmountPair
          values={values}
          errors={{}}
          labels={{ usd: words.floatUSD, lrd: words.floatLRD }}
          onType={onType}
        />
      )}
    </>
  );
}
