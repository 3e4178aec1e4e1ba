/** Settings of the service charge. */
import { WaitingNote } from '../../../ui/ActionButton';
import { NumberField } from '../../../ui/form/NumberField';
import { SelectField } from '../../../ui/form/SelectField';
import { Switch } from '../../../ui/form/Switch';
import { FormCard } from '../FormCard';
import { Part } from '../Part';
import { Segments } from '../Segments';
import type { Settings } from '../settings';
import { useSaveNow } from '../useSaveNow';
import { useSettingsForm } from '../useSettingsForm';
import { SERVICE_MODES, service as words } from './strings';
import { classOptions } from './taxForm';

type Mode = Settings['serviceCharge']['mode'];

export default function ServiceCharge({ settings }: { settings: Settings }) {
  const { save, pending, waiting } = useSaveNow();
  const { mode } = settings.serviceCharge;
  const choose = (next: Mode) => void save({ serviceCharge: { mode: next } }, words.saved[next]);
  return (
    <>
      <Part id="service">
        <Switch
          name="service"
          label={words.title}
          checked={mode !== 'off'}
          disabled={pending}
          onChecked={(on) => choose(on ? 'manual' : 'off')}
        />
        {mode !== 'off' && (
          <Segments<Mode>
            label={words.when}
            value={mode}
            options={SERVICE_MODES}
            hint={words.whenHint[mode]}
            onValue={choose}
          />
        )}
        <WaitingNote waiting={waiting} />
      </Part>
      {mode === 'off' ? <p className="lead">{words.why}</p> : <Figures settings={settings} />}
    </>
  );
}

function Figures({ settings: { serviceCharge, tax } }: { settings: Settings }) {
  const { percent, fromGuests, taxClass, mode } = serviceCharge;
  const stored = { percent, fromGuests: String(fromGuests), taxClass };
  const { field, ...form } = useSettingsForm(stored, (typed) => ({
    serviceCharge: { ...typed, fromGuests: Number(typed.fromGuests) },
  }));
  const chosen = field('taxClass', 'serviceCharge.taxClass');
  return (
    <FormCard id="service-figures" {...form}>
      <div className="amounts">
        <NumberField label={words.percent} {...field('percent', 'serviceCharge.percent')} />
        {mode === 'auto' && (
          <NumberField
            label={words.fromGuests}
            inputMode="numeric"
            {...field('fromGuests', 'serviceCharge.fromGuests')}
          />
        )}
      </div>
      {tax.mode !== 'off' && (
        <SelectField label={words.taxClass} {...chosen} options={classOptions(tax.classes, chosen.value)} />
      )}
    </FormCard>
  );
}
