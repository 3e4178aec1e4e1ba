/** When the screens of enrolled devices lock, unless a device has a time of its own. */
import { NumberField } from '../../../ui/form/NumberField';
import { FormCard } from '../FormCard';
import type { Settings } from '../settings';
import { useSettingsForm } from '../useSettingsForm';
import { lockAfter as words } from './lockAfterStrings';

export function LockAfter({ settings: { people } }: { settings: Settings }) {
  const stored = { lockAfter: String(people.lockAfter) };
  const { field, ...form } = useSettingsForm(stored, ({ lockAfter }) => ({
    people: { lockAfter: Number(lockAfter) },
  }));
  return (
    <FormCard id="devices" title={words.title} note={words.note} {...form}>
      <NumberField
        label={words.label}
        inputMode="numeric"
        hint={words.hint}
        {...field('lockAfter', 'people')}
      />
    </FormCard>
  );
}
