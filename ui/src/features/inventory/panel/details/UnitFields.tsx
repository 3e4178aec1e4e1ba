/** What the stock is measured in, what one sale takes of it, and whether it is sold by itself. A mixture has only the last. */

import { NumberField } from '../../../../ui/form/NumberField';
import { SelectField } from '../../../../ui/form/SelectField';
import { Switch } from '../../../../ui/form/Switch';
import { details as words } from '../../detailStrings';
import { hasServing, isMixed, withUnit } from '../../rules/stockDetails';
import type { DetailsProps } from './detailsProps';

export function UnitFields({ form, errors, onType }: DetailsProps) {
  const mixed = isMixed(form);
  const served = mixed || hasServing(form);
  return (
    <>
      {!mixed && (
        <div className="amounts">
          <SelectField
            label={words.unit}
            name="unit"
            value={form.unit}
            options={words.units}
            error={errors.unit}
            onValue={(unit) => onType(withUnit(unit))}
          />
          {form.unit !== 'piece' && (
            <NumberField
              label={words.serving}
              name="serving"
              inputMode="numeric"
              value={form.serving}
              error={errors.serving}
              hint={words.servingHint(form.unit)}
              onValue={(serving) => onType({ serving })}
            />
          )}
        </div>
      )}
      <div>
        <Switch
          name="forSale"
          label={words.forSale}
          checked={served && form.forSale}
          disabled={!served}
          onChecked={(forSale) => onType({ forSale })}
        />
        {!served && <small>{words.noServing}</small>}
        {served && !form.forSale && <small>{words.forSaleHint}</small>}
      </div>
    </>
  );
}
