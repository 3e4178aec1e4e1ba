/** The number that truth sheets are sent to. */
import { TextField } from '../../../ui/form/Field';
import { FormCard } from '../FormCard';
import type { Settings } from '../settings';
import { useSettingsForm } from '../useSettingsForm';
import { sheetWords as words } from './sheetStrings';

export function TruthSheets({ settings: { sheet } }: { settings: Settings }) {
  const { field, ...form } = useSettingsForm({ ownerPhone: sheet.ownerPhone }, (typed) => ({ sheet: typed }));
  return (
    <FormCard id="truth-sheet" title={words.title} note={words.note} {...form}>
      <TextField
        label={words.ownerPhone}
        hint={words.ownerPhoneHint}
        inputMode="tel"
        autoComplete="off"
        {...field('ownerPhone', 'sheet')}
      />
    </FormCard>
  );
}
