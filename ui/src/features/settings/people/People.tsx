/** People in one place: accounts, PINs, devices, rules, and what a bar switches on about its staff. */
import { lazy, Suspense } from 'react';
import { Link } from 'wouter';
import { WaitingNote } from '../../../ui/ActionButton';
import { Skeleton } from '../../../ui/feedback/States';
import { Switch } from '../../../ui/form/Switch';
import { Part } from '../Part';
import { Segments } from '../Segments';
import type { Settings } from '../settings';
import { useSaveNow } from '../useSaveNow';
import { BARTENDERS_SEE, bartendersSee as seeWords } from './bartendersSeeStrings';
import { LockAfter } from './LockAfter';
import { TIP_MODES, words } from './strings';
import { TruthSheets } from './TruthSheets';

const PeopleRows = lazy(() => import('./PeopleRows'));

export default function People({ settings }: { settings: Settings }) {
  const { save, pending, waiting } = useSaveNow();
  const { people, clock, reasons, tips, sheet } = settings;
  return (
    <>
      <Suspense fallback={<Skeleton count={1} height="24rem" />}>
        <PeopleRows settings={settings} />
      </Suspense>
      <Part id="people">
        <LockAfter settings={settings} />
        <Segments
          label={seeWords.label}
          hint={seeWords.hint}
          value={people.bartendersSee}
          options={BARTENDERS_SEE}
          onValue={(sees) => void save({ people: { bartendersSee: sees } }, seeWords.saved[sees])}
        />
        <div className="stack tight">
          <Switch
            name="clock"
            label={words.clock}
            checked={clock.mode === 'on'}
            disabled={pending}
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
            disabled={pending}
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
            disabled={pending}
            onChecked={(freeText) =>
              void save({ reasons: { freeText } }, freeText ? words.freeTextOn : words.freeTextOff)
            }
          />
          <small>
            {words.freeTextHint} <Link href="/staff">{words.staff}</Link>
          </small>
        </div>
        <Segments
          label={words.tips}
          hint={words.tipsHint}
          value={tips.mode}
          options={TIP_MODES}
          onValue={(mode) => void save({ tips: { mode } }, words.tipsSaved[mode])}
        />
        <Switch
          name="sheetManagers"
          label={words.sheets}
          checked={sheet.managers}
          disabled={pending}
          onChecked={(managers) =>
            void save({ sheet: { managers } }, managers ? words.sheetsOn : words.sheetsOff)
          }
        />
        <WaitingNote waiting={waiting} />
      </Part>
      <TruthSheets settings={settings} />
    </>
  );
}
