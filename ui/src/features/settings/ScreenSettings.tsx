/** Settings of the staff's screens: where bartenders start, the steps of an order, who opens the reports. */
import { useWrite } from '../../api/forms/useWrite';
import { reasonOf } from '../../api/http/error';
import { cacheQuery } from '../../api/http/query';
import { StartQuestion } from '../../parts/questions/StartQuestion';
import { WaitingNote } from '../../ui/ActionButton';
import { toast, toastError } from '../../ui/feedback/toast';
import { Switch } from '../../ui/form/Switch';
import { Part } from './Part';
import { AFTER_SETTINGS, SETTINGS, type Settings, saveSettings } from './settings';
import { words as settingsWords, screens as words } from './strings';

export default function ScreenSettings({ settings }: { settings: Settings }) {
  const write = useWrite(saveSettings, { refreshes: AFTER_SETTINGS });
  const { orders, reports } = settings;

  async function save(part: Parameters<typeof saveSettings>[0], done: string) {
    try {
      const saved = await write.run(part);
      if (!saved) return;
      cacheQuery(SETTINGS, () => saved);
      toast(done);
    } catch (error) {
      toastError(settingsWords.failed, reasonOf(error));
    }
  }

  return (
    <Part id="screens" title={words.title}>
      <StartQuestion settings={settings} />
      <div className="stack tight">
        <Switch
          name="steps"
          label={words.steps}
          checked={orders.steps}
          disabled={write.pending}
          onChecked={(steps) => void save({ orders: { steps } }, steps ? words.stepsOn : words.stepsOff)}
        />
        <small>{words.stepsHint}</small>
      </div>
      <div className="stack tight">
        <Switch
          name="managers"
          label={words.managers}
          checked={reports.managers}
          disabled={write.pending}
          onChecked={(managers) =>
            void save({ reports: { managers } }, managers ? words.managersOn : words.managersOff)
          }
        />
        <small>{words.managersHint}</small>
      </div>
      <WaitingNote waiting={write.waiting} />
    </Part>
  );
}
