/** A setting of the bars and its new value. The bar checks it by its own rules. */
import { Choices } from '../../../ui/form/Choices';
import { TextField } from '../../../ui/form/Field';
import { SelectField } from '../../../ui/form/SelectField';
import type { ChangeFieldsProps } from './PriceFields';
import { settings as words } from './settingStrings';
import { OFF, ON, SETTINGS, settingOf } from './settings';

const FLAGS = [
  { value: ON, label: words.on },
  { value: OFF, label: words.off },
] as const;

export function SettingFields({ values, errors, set }: ChangeFieldsProps) {
  const { setting, value } = values;
  const chosen = settingOf(setting);
  return (
    <>
      <SelectField
        label={words.setting}
        value={setting}
        error={errors.setting}
        options={[
          { value: '', label: words.choose },
          ...SETTINGS.map(({ path, label }) => ({ value: path, label })),
        ]}
        onValue={(path) => set({ setting: path, value: settingOf(path)?.kind === 'flag' ? ON : '' })}
      />
      {chosen?.kind === 'flag' && (
        <Choices
          label={chosen.label}
          kind="segmented"
          value={value === OFF ? OFF : ON}
          options={FLAGS}
          onValue={(flag) => set({ value: flag })}
        />
      )}
      {chosen && chosen.kind !== 'flag' && (
        <TextField
          label={words.value}
          name="value"
          autoComplete="off"
          inputMode={chosen.kind === 'text' ? undefined : chosen.kind === 'number' ? 'numeric' : 'decimal'}
          hint={chosen.kind === 'text' && !chosen.required ? words.textHint : undefined}
          value={value}
          error={errors.value}
          onValue={(text) => set({ value: text })}
        />
      )}
    </>
  );
}
