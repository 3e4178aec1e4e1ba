/** Which tills the bar has, and how its staff count them; each choice is stored at once. */
import { Link } from 'wouter';
import { WaitingNote } from '../../../../ui/ActionButton';
import { SelectField } from '../../../../ui/form/SelectField';
import { Switch } from '../../../../ui/form/Switch';
import { Segments } from '../../Segments';
import type { Settings } from '../../settings';
import { useSaveNow } from '../../useSaveNow';
import { COUNT_BY, TILL_MODES, cash as words } from '../strings';

export function TillChoices({ cash, people }: Pick<Settings, 'cash' | 'people'>) {
  const { save, pending, waiting } = useSaveNow();
  /** Where bartenders begin to count blind, the box also hides the bar's sums from them. */
  const hides = (saved: Settings) =>
    saved.people.bartendersSee === people.bartendersSee ? undefined : words.seeOwn;
  const change = (part: Partial<Settings['cash']>, done: string) => void save({ cash: part }, done, hides);
  return (
    <>
      <SelectField<Settings['cash']['mode']>
        label={words.tills}
        hint={words.modeHint[cash.mode]}
        value={cash.mode}
        options={TILL_MODES}
        disabled={pending}
        onValue={(mode) => change({ mode }, words.modeSaved[mode])}
      />
      {cash.mode !== 'off' && (
        <>
          <Link className="action" href="/settings/tills">
            {words.toTills}
          </Link>
          <div className="stack tight">
            <Switch
              name="requireShift"
              label={words.requireShift}
              checked={cash.requireShift}
              disabled={pending}
              onChecked={(requireShift) =>
                change({ requireShift }, requireShift ? words.requireShiftOn : words.requireShiftOff)
              }
            />
            <small>{words.requireShiftHint}</small>
          </div>
          <div className="stack tight">
            <Switch
              name="blindCount"
              label={words.blind}
              checked={cash.blindCount}
              disabled={pending}
              onChecked={(blindCount) => change({ blindCount }, blindCount ? words.blindOn : words.blindOff)}
            />
            <small>{words.blindHint}</small>
          </div>
          <Segments<Settings['cash']['countBy']>
            label={words.countBy}
            value={cash.countBy}
            options={COUNT_BY}
            onValue={(countBy) => change({ countBy }, words.countBySaved[countBy])}
          />
        </>
      )}
      <WaitingNote waiting={waiting} />
    </>
  );
}
