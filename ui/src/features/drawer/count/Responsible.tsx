/** Whose shift it is: a manager can open one for a colleague. */

import type { Me } from '../../../parts/drawer/till';
import { usePeople } from '../../../parts/drawer/usePeople';
import { SelectField } from '../../../ui/form/SelectField';
import { opening as words } from '../strings';

interface ResponsibleProps {
  me: Me;
  value: string;
  error: string | undefined;
  onType: (change: { user: string }) => void;
}

export function Responsible({ me, value, error, onType }: ResponsibleProps) {
  const people = usePeople().filter(({ id }) => id !== me.id);
  return (
    <SelectField
      label={words.responsible}
      value={value}
      error={error}
      onValue={(user) => onType({ user })}
      options={[
        { value: '', label: words.me },
        ...people.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  );
}
