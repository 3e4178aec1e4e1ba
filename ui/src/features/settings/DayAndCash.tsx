/** Settings of the business day (time zone, start) and the rounding of change. */
import { TextField } from '../../ui/form/Field';
import { NumberField } from '../../ui/form/NumberField';
import { SelectField } from '../../ui/form/SelectField';
import { FormCard } from './FormCard';
import type { Settings } from './settings';
import { words } from './strings';
import { useSettingsForm } from './useSettingsForm';

export function DayAndCash({ settings }: { settings: Settings }) {
  const { timeZone, dayStartsAt, lrdCashStep } = settings;
  const { field, ...form } = useSettingsForm({ timeZone, dayStartsAt, lrdCashStep });
  const zone = field('timeZone');
  return (
    <FormCard id="day" title={words.day} {...form}>
      <SelectField label={words.timeZone} {...zone} options={zonesWith(zone.value)} />
      <TextField label={words.dayStartsAt} type="time" hint={words.dayHint} {...field('dayStartsAt')} />
      <NumberField label={words.cashStep} step={0.01} hint={words.cashHint} {...field('lrdCashStep')} />
    </FormCard>
  );
}

/** The browser's time zones, always including the current one. */
export function zonesWith(current: string): { value: string; label: string }[] {
  const known = Intl.supportedValuesOf('timeZone');
  const names = known.includes(current) ? known : [current, ...known];
  return names.map((name) => ({ value: name, label: name.replaceAll('_', ' ') }));
}
