/** The areas to choose from above the tables; nothing in a bar that uses none. */
import type { Table } from '../../../api/types';
import { Choices } from '../../../ui/form/Choices';
import { tables as words } from '../strings';
import { ALL_AREAS, areasOf } from './areas';

interface AreaChipsProps {
  tables: readonly Table[];
  value: string;
  onValue: (area: string) => void;
}

export function AreaChips({ tables, value, onValue }: AreaChipsProps) {
  const areas = areasOf(tables);
  if (areas.length === 0) return null;
  return (
    <Choices
      label={words.area}
      value={areas.includes(value) ? value : ALL_AREAS}
      onValue={onValue}
      options={[
        { value: ALL_AREAS, label: words.allAreas },
        ...areas.map((area) => ({ value: area, label: area })),
      ]}
    />
  );
}
