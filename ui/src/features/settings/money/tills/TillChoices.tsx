/** Which tills the bar has, and how its staff count them; each choice is stored at once. */
import { Link } from 'wouter';
import { useWrite } from '../../../../api/forms/useWrite';
import { reasonOf } from '../../../../api/http/error';
import { cacheQuery } from '../../../../api/http/query';
import { WaitingNote } from '../../../../ui/ActionButton';
import { toast, toastError } from '../../../../ui/feedback/toast';
import { SelectField } from '../../../../ui/form/SelectField';
import { Switch } from '../../../../ui/form/Switch';
import { AFTER_SETTINGS, SETTINGS, type Settings, saveSettings } from '../../settings';
import { words as settingsWords } from '../../strings';
import { COUNT_BY, TILL_MODES, cash as words } from '../strings';

export function TillChoices({ cash }: { cash: Settings['cash'] }) {
  const write = useWrite(saveSettings, { refreshes: AFTER_SETTINGS });

  async function save(change: Partial<Settings['cash']>, done: string) {
    try {
      const saved = await write.run({ cash: change });
      if (!saved) return;
      cacheQuery(SETTINGS, () => saved);
      toast(done);
    } catch (error) {
      toastError(settingsWords.failed, reasonOf(error));
    }
  }

  return (
    <>
      <SelectField<Settings['cash']['mode']>
        label={words.tills}
        hint={words.tillsHint}
        value={cash.mode}
        options={TILL_MODES}
        disabled={write.pending}
        onValue={(mode) => void save({ mode }, words.modeSaved[mode])}
      />
      {cash.mode !== 'off' && (
        <>
          <Link href="/settings/tills">{words.toTills}</Link>
          <div className="stack tight">
            <Switch
              name="requireShift"
              label={words.requireShift}
              checked={cash.requireShift}
              disabled={write.pending}
              onChecked={(requireShift) =>
                void save({ requireShift }, requireShift ? words.requireShiftOn : words.requireShiftOff)
              }
            />
            <small>{words.requireShiftHint}</small>
          </div>
          <div className="stack tight">
            <Switch
              name="blindCount"
              label={words.blind}
              checked={cash.blindCount}
              disabled={write.pending}
              onChecked={(blindCount) =>
                void save({ blindCount }, blindCount ? words.blindOn : words.blindOff)
              }
            />
            <small>{words.blindHint}</small>
          </div>
          <SelectField<Settings['cash']['countBy']>
            label={words.countBy}
            value={cash.countBy}
            options={COUNT_BY}
            disabled={write.pending}
            onValue={(countBy) => void save({ countBy }, words.countBySaved[countBy])}
          />
        </>
      )}
      <WaitingNote waiting={write.waiting} />
    </>
  );
}
