/** Chooses one bar or all of them; nothing where there is one bar alone. */
import { SelectField } from '../../ui/form/SelectField';
import type { BarId } from '../api/types';
import { words } from './strings';
import { useBars } from './useBars';

interface BarFilterProps {
  /** '' for all bars. */
  bar: BarId;
  onBar: (bar: BarId) => void;
}

export function BarFilter({ bar, onBar }: BarFilterProps) {
  const bars = useBars().data ?? [];
  if (bars.length < 2) return null;
  return (
    <SelectField
      label={words.bar}
      value={bar}
      options={[
        { value: '', label: words.allBars },
        ...bars.map((one) => ({ value: one.bar, label: one.name })),
      ]}
      onValue={onBar}
    />
  );
}
