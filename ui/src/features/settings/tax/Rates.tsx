/** The tax classes with their rates, the suggested rates of a bar that has none, and the class of each category. */
import { CATEGORIES } from '../../../api/categories';
import type { TaxClass } from '../../../api/types';
import { SelectField } from '../../../ui/form/SelectField';
import { Part } from '../Part';
import type { Settings } from '../settings';
import { Classes } from './Classes';
import type { TaxField } from './field';
import { words } from './strings';
import { classOptions, lacksRate, suggestedLabels, YES } from './taxForm';

interface RatesProps {
  settings: Settings;
  field: TaxField;
  today: string;
  onOpen: (taxClass: TaxClass | 'new') => void;
}

export default function Rates({ settings, field, today, onOpen }: RatesProps) {
  const { classes } = settings.tax;
  const suggested = field('suggested', 'tax.classes');
  const [now, later] = suggestedLabels();
  return (
    <Part id="rates" title={words.rates}>
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
      <Classes classes={classes} today={today} error={suggested.error} onOpen={onOpen} />
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
                options={classOptions(classes, select.value)}
              />
            );
          })}
        </div>
      </fieldset>
    </Part>
  );
}
