/** Settings of the business day and the place: its time zone, when it ends, and the country code of telephones. */
import { TextField } from '../../ui/form/Field';
import { SelectField } from '../../ui/form/SelectField';
import { FormCard } from './FormCard';
import type { Settings } from './settings';
import { words } from './strings';
import { useSettingsForm } from './useSettingsForm';

export default function BusinessDay({ settings }: { settings: Settings }) {
  const { timeZone, dayStartsAt, phoneCountry } = settings;
  const { field, ...form } = useSettingsForm({ timeZone, dayStartsAt, phoneCountry });
  const zone = field('timeZone');
  return (
    <FormCard id="day" {...form}>
      <TextField label={words.dayEndsAt} type="time" hint={words.dayHint} {...field('dayStartsAt')} />
      <SelectField label={words.timeZone} {...zone} options={zonesWith(zone.value)} />
      <TextField
        label={words.phoneCountry}
        hint={words.phoneCountryHint}
        inputMode="numeric"
        maxLength={3}
        {...field('phoneCountry')}
      />
    </FormCard>
  );
}

/** The browser's time zones, always including the current one. */
export function zonesWith(current: string): { value: string; label: string }[] {
  const known = Intl.supportedValuesOf('timeZone');
  const names = known.includes(current) ? known : [current, ...known];
  return names.map((name) => ({ value: name, label: name.replaceAll('_', ' ') }));
}
