/** Settings about people: the clock for working hours, breaks, whether reasons may be written, tips, when devices lock, and truth sheets. */
import { Link } from 'wouter';
import { useWrite } from '../../../api/forms/useWrite';
import { reasonOf } from '../../../api/http/error';
import { cacheQuery } from '../../../api/http/query';
import { WaitingNote } from '../../../ui/ActionButton';
import { toast, toastError } from '../../../ui/feedback/toast';
import { SelectField } from '../../../ui/form/SelectField';
import { Switch } from '../../../ui/form/Switch';
import { Part } from '../Part';
import { AFTER_SETTINGS, SETTINGS, type Settings, saveSettings } from '../settings';
import { words as settingsWords } from '../strings';
import { LockAfter } from './LockAfter';
import { TIP_MODES, words } from './strings';
import { TruthSheets } from './TruthSheets';

export default function People({ settings }: { settings: Settings }) {
  const write = useWrite(saveSettings, { refreshes: AFTER_SETTINGS });
  const { clock, reasons, tips } = settings;

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
    <div className="stack">
      <Part id="people" title={words.title} note={<Link href="/staff">{words.staff}</Link>}>
        <div className="stack tight">
          <Switch
            name="clock"
            label={words.clock}
            checked={clock.mode === 'on'}
            disabled={write.pending}
            onChecked={(on) =>
              void save({ clock: { mode: on ? 'on' : 'off' } }, on ? words.clockOn : words.clockOff)
            }
          />
          <small>{words.clockHint}</small>
        </div>
        {clock.mode === 'on' && (
          <Switch
            name="breaksPaid"
            label={words.breaksPaid}
            checked={clock.breaksPaid}
            disabled={write.pending}
            onChecked={(breaksPaid) =>
              void save({ clock: { breaksPaid } }, breaksPaid ? words.breaksPaidOn : words.breaksPaidOff)
            }
          />
        )}
        <div className="stack tight">
          <Switch
            name="freeText"
            label={words.freeText}
            checked={reasons.freeText}
            disabled={write.pending}
            onChecked={(freeText) =>
              void save({ reasons: { freeText } }, freeText ? words.freeTextOn : words.freeTextOff)
            }
          />
          <small>{words.freeTextHint}</small>
        </div>
        <SelectField
          label={words.tips}
          hint={words.tipsHint}
          value={tips.mode}
          options={TIP_MODES}
          disabled={write.pending}
          onValue={(mode) => void save({ tips: { mode } }, words.tipsSaved[mode])}
        />
        <WaitingNote waiting={write.waiting} />
      </Part>
      <LockAfter settings={settings} />
      <TruthSheets settings={settings} />
    </div>
  );
}
