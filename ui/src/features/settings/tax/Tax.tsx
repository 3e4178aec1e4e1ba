/** Settings of tax, of the service charge and of a fiscal device, in one form; classes have a dialog of their own. */
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { CATEGORIES } from '../../../api/categories';
import type { TaxClass } from '../../../api/types';
import { useBusinessDay } from '../../../api/useBusinessDay';
import { deviceDate } from '../../../lib/format';
import { Choices } from '../../../ui/form/Choices';
import { TextField } from '../../../ui/form/Field';
import { NumberField } from '../../../ui/form/NumberField';
import { SelectField } from '../../../ui/form/SelectField';
import { FormCard } from '../FormCard';
import type { Settings } from '../settings';
import { useSettingsForm } from '../useSettingsForm';
import { Classes } from './Classes';
import { FiscalFields } from './FiscalFields';
import { PlannedMode } from './PlannedMode';
import { ServiceFields } from './ServiceFields';
import { DAYS, MODES, words } from './strings';
import { bodyOf, classOptions, lacksRate, suggestedLabels, valuesOf, YES } from './taxForm';

const ClassDialog = lazy(() => import('./ClassDialog'));

/** The server's limit, in characters. */
const TIN_MAX = 30;

export default function Tax({ settings }: { settings: Settings }) {
  const form = useSettingsForm(valuesOf(settings), (values) => bodyOf(values, settings));
  const { field, ...card } = form;
  const { tax } = settings;
  const today = useBusinessDay() ?? deviceDate();
  const [open, setOpen] = useState<TaxClass | 'new' | null>(null);
  const mode = field('mode', 'tax.mode');
  const day = field('day', 'tax.day');
  const suggested = field('suggested');
  const [now, later] = suggestedLabels();
  const plansPrices = tax.mode !== 'off' || tax.next !== null;
  return (
    <FormCard
      id="tax"
      title={words.title}
      {...card}
      after={
        open && (
          <Suspense fallback={null}>
            <ClassDialog
              classes={tax.classes}
              taxClass={open === 'new' ? null : open}
              today={today}
              onClose={() => setOpen(null)}
            />
          </Suspense>
        )
      }
    >
      <p>{words.ask}</p>
      <div className="stack tight">
        <Choices
          label={words.mode}
          kind="segmented"
          value={mode.value}
          options={MODES}
          onValue={mode.onValue}
        />
        {mode.error && <small role="alert">{mode.error}</small>}
      </div>
      <PlannedMode next={tax.next} field={field} />
      {plansPrices && (
        <Link className="action" href="/price-assistant">
          {words.assistant}
        </Link>
      )}
      <TextField label={words.tin} autoComplete="off" maxLength={TIN_MAX} {...field('tin', 'tax.tin')} />
      <div className="stack tight">
        <small aria-hidden="true">{words.day}</small>
        <Choices label={words.day} kind="segmented" value={day.value} options={DAYS} onValue={day.onValue} />
        <small>{words.dayHint}</small>
      </div>
      {plansPrices && <NumberField label={words.usdStep} step={0.01} {...field('usdStep', 'tax.usdStep')} />}
      <Classes
        classes={tax.classes}
        today={today}
        error={field('suggested', 'tax.classes').error}
        onOpen={setOpen}
      />
      {lacksRate(settings) &&
        (suggested.value ? (
          <p role="status">
            {words.suggested(now, later)} <strong>{words.check}</strong>
          </p>
        ) : (
          <button type="button" className="secondary" onClick={() => suggested.onValue(YES)}>
            {words.suggest}
          </button>
        ))}
      <fieldset className="stack tight">
        <legend>{words.categories}</legend>
        <div className="amounts">
          {CATEGORIES.map(({ value, label }) => {
            const select = field(value, 'tax.categories');
            return (
              <SelectField
                key={value}
                label={label}
                {...select}
                options={classOptions(tax.classes, select.value)}
              />
            );
          })}
        </div>
      </fieldset>
      <ServiceFields classes={tax.classes} field={field} />
      <FiscalFields field={field} />
    </FormCard>
  );
}
