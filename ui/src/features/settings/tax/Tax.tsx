/** Settings of tax: switched on with its rates; then how prices and tax go together, and what the tax office wants to know. */
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { TaxClass } from '../../../api/types';
import { useBusinessDay } from '../../../api/useBusinessDay';
import { deviceDate } from '../../../lib/format';
import type { TaxMode } from '../../../parts/tax/rates';
import { ActionButton, WaitingNote } from '../../../ui/ActionButton';
import { Skeleton } from '../../../ui/feedback/States';
import { KeptInput } from '../../../ui/form/KeptInput';
import { Switch } from '../../../ui/form/Switch';
import { Part } from '../Part';
import { PAGE_TITLE } from '../pageTitle';
import { Segments } from '../Segments';
import type { Settings } from '../settings';
import { words as settingsWords } from '../strings';
import { useSaveNow } from '../useSaveNow';
import { useSettingsForm } from '../useSettingsForm';
import type { TaxField } from './field';
import { PlannedMode } from './PlannedMode';
import { MODES_ON, words } from './strings';
import { bodyOf, lacksRate, valuesOf } from './taxForm';

const Rates = lazy(() => import('./Rates'));
const TaxFolds = lazy(() => import('./TaxFolds'));
const ClassDialog = lazy(() => import('./ClassDialog'));

export default function Tax({ settings }: { settings: Settings }) {
  const form = useSettingsForm(valuesOf(settings), (values) => bodyOf(values, settings));
  const { field } = form;
  const { tax, fiscal } = settings;
  const today = useBusinessDay() ?? deviceDate();
  const [open, setOpen] = useState<TaxClass | 'new' | null>(null);
  const plans = tax.next !== null || field('planned').value !== '';
  const isOn = field('mode').value !== 'off';
  return (
    <>
      <Mode settings={settings} field={field} />
      {!isOn && <p className="lead">{words.ask}</p>}
      {!isOn && !plans && fiscal.url === null ? (
        <PlannedMode next={null} field={field} />
      ) : (
        <form className="stack" noValidate aria-labelledby={PAGE_TITLE} onSubmit={form.onSubmit}>
          <Suspense fallback={<Skeleton count={2} height="12rem" />}>
            <Rates settings={settings} field={field} today={today} onOpen={setOpen} />
            <TaxFolds settings={settings} field={field} />
          </Suspense>
          {(tax.mode !== 'off' || tax.next !== null) && (
            <Link className="action" href="/price-assistant">
              {words.assistant}
            </Link>
          )}
          <KeptInput {...form.draft} disabled={form.pending} />
          <ActionButton
            className="docked"
            pending={form.pending}
            waiting={form.waiting}
            pendingLabel={settingsWords.saving}
          >
            {settingsWords.save}
          </ActionButton>
        </form>
      )}
      {open && (
        <Suspense fallback={null}>
          <ClassDialog
            classes={tax.classes}
            taxClass={open === 'new' ? null : open}
            today={today}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/**
 * Off, included or added: stored at the tap. Only a bar whose standard class has no rate yet fills one in first, and the mode is
 * stored with it.
 */
function Mode({ settings, field }: { settings: Settings; field: TaxField }) {
  const { save, pending, waiting } = useSaveNow();
  const { value, error, onValue } = field('mode', 'tax.mode');
  const starts = settings.tax.mode === 'off' && lacksRate(settings);
  function choose(mode: TaxMode) {
    if (starts) return onValue(mode);
    void save({ tax: { mode } }, words.saved[mode]);
  }
  const isOn = value !== 'off';
  return (
    <Part id="tax">
      <Switch
        name="tax"
        label={words.mode}
        checked={isOn}
        disabled={pending}
        onChecked={(on) => choose(on ? 'included' : 'off')}
      />
      {isOn && (
        <>
          <Segments<TaxMode>
            label={words.how}
            value={value as TaxMode}
            options={MODES_ON}
            error={error}
            onValue={choose}
          />
          {starts && <p role="status">{words.starts}</p>}
        </>
      )}
      <WaitingNote waiting={waiting} />
    </Part>
  );
}
