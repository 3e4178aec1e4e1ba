/** When the screens of enrolled devices lock, unless a device has a time of its own; stored at once. */
import { WaitingNote } from '../../../ui/ActionButton';
import { SelectField } from '../../../ui/form/SelectField';
import type { Settings } from '../settings';
import { useSaveNow } from '../useSaveNow';
import { lockAfter as words } from './lockAfterStrings';

/** Seconds that are offered; the box takes 15 to 900. */
const OFFERED = [15, 30, 60, 90, 120, 300, 600, 900];

export function LockAfter({ settings: { people } }: { settings: Settings }) {
  const { save, pending, waiting } = useSaveNow();
  const known = OFFERED.includes(people.lockAfter) ? OFFERED : [people.lockAfter, ...OFFERED];
  return (
    <>
      <SelectField
        label={words.label}
        hint={words.hint}
        value={String(people.lockAfter)}
        options={known.map((seconds) => ({ value: String(seconds), label: words.time(seconds) }))}
        disabled={pending}
        onValue={(seconds) =>
          void save({ people: { lockAfter: Number(seconds) } }, words.saved(words.time(Number(seconds))))
        }
      />
      <WaitingNote waiting={waiting} />
    </>
  );
}
