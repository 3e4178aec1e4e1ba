/** Settings of the service charge. */
import type { TaxClass } from '../../../api/types';
import { Choices } from '../../../ui/form/Choices';
import { NumberField } from '../../../ui/form/NumberField';
import { SelectField } from '../../../ui/form/SelectField';
import type { TaxField } from './field';
import { SERVICE_MODES, words } from './strings';
import { classOptions } from './taxForm';

export function ServiceFields({ classes, field }: { classes: readonly TaxClass[]; field: TaxField }) {
  const mode = field('service', 'serviceCharge.mode');
  const taxClass = field('taxClass', 'serviceCharge.taxClass');
  return (
    <section className="stack tight" aria-labelledby="service-charge">
      <h3 id="service-charge">{words.service}</h3>
      <Choices
        label={words.service}
        kind="segmented"
        value={mode.value}
        options={SERVICE_MODES}
        onValue={mode.onValue}
      />
      {mode.error && <small role="alert">{mode.error}</small>}
      {mode.value !== 'off' && (
        <>
          <div className="amounts">
            <NumberField label={words.percent} step={0.01} {...field('percent', 'serviceCharge.percent')} />
            {mode.value === 'auto' && (
              <NumberField
                label={words.fromGuests}
                inputMode="numeric"
                step={1}
                {...field('fromGuests', 'serviceCharge.fromGuests')}
              />
            )}
          </div>
          <SelectField label={words.taxClass} {...taxClass} options={classOptions(classes, taxClass.value)} />
        </>
      )}
    </section>
  );
}
