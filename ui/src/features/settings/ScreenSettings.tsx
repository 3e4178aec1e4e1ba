/** Settings of the staff's screens: where bartenders start, the steps of an order, who opens the reports, what the till scans. */
import { lazy, Suspense } from 'react';
import { StartQuestion } from '../../parts/questions/StartQuestion';
import { WaitingNote } from '../../ui/ActionButton';
import { Switch } from '../../ui/form/Switch';
import { Part } from './Part';
import type { Settings } from './settings';
import { screens as words } from './strings';
import { useSaveNow } from './useSaveNow';

const ScaleLabels = lazy(() => import('./scales/ScaleLabels'));

export default function ScreenSettings({ settings }: { settings: Settings }) {
  const { save, pending, waiting } = useSaveNow();
  const { orders, reports, scaleLabels } = settings;

  return (
    <>
      <Part id="screens">
        <StartQuestion settings={settings} />
        <div className="stack tight">
          <Switch
            name="steps"
            label={words.steps}
            checked={orders.steps}
            disabled={pending}
            onChecked={(steps) => save({ orders: { steps } }, steps ? words.stepsOn : words.stepsOff)}
          />
          <small>{words.stepsHint}</small>
        </div>
        <div className="stack tight">
          <Switch
            name="managers"
            label={words.managers}
            checked={reports.managers}
            disabled={pending}
            onChecked={(managers) =>
              void save({ reports: { managers } }, managers ? words.managersOn : words.managersOff)
            }
          />
          <small>{words.managersHint}</small>
        </div>
        <WaitingNote waiting={waiting} />
      </Part>
      <Suspense fallback={null}>
        <ScaleLabels labels={scaleLabels} />
      </Suspense>
    </>
  );
}
