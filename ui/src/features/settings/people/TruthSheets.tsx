/** Who reads truth sheets, and the number that they are sent to. */
import { useWrite } from '../../../api/forms/useWrite';
import { reasonOf } from '../../../api/http/error';
import { cacheQuery } from '../../../api/http/query';
import { toast, toastError } from '../../../ui/feedback/toast';
import { TextField } from '../../../ui/form/Field';
import { Switch } from '../../../ui/form/Switch';
import { FormCard } from '../FormCard';
import { AFTER_SETTINGS, SETTINGS, type Settings, saveSettings } from '../settings';
import { words as settingsWords } from '../strings';
import { useSettingsForm } from '../useSettingsForm';
import { sheetWords as words } from './sheetStrings';

export function TruthSheets({ settings: { sheet } }: { settings: Settings }) {
  const write = useWrite(saveSettings, { refreshes: AFTER_SETTINGS });
  const { field, ...form } = useSettingsForm({ ownerPhone: sheet.ownerPhone }, ({ ownerPhone }) => ({
    sheet: { ownerPhone },
  }));

  async function choose(managers: boolean) {
    try {
      const saved = await write.run({ sheet: { managers } });
      if (!saved) return;
      cacheQuery(SETTINGS, () => saved);
      toast(managers ? words.managersOn : words.managersOff);
    } catch (error) {
      toastError(settingsWords.failed, reasonOf(error));
    }
  }

  return (
    <FormCard
      id="truth-sheet"
      title={words.title}
      note={words.note}
      before={
        <Switch
          name="sheetManagers"
          label={words.managers}
          checked={sheet.managers}
          disabled={write.pending}
          onChecked={(managers) => void choose(managers)}
        />
      }
      {...form}
    >
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
