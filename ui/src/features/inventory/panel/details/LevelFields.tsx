/** Whether sales stop at a level of 0, and the level that is wanted. */
import { levelText } from '../../../../parts/stock/amount';
import { NumberField } from '../../../../ui/form/NumberField';
import { Switch } from '../../../../ui/form/Switch';
import { details as words } from '../../detailStrings';
import { parseWhole } from '../../rules/stock';
import { measureOf } from '../../rules/stockDetails';
import type { DetailsProps } from './detailsProps';

export function LevelFields({ form, errors, onType }: DetailsProps) {
  const par = parseWhole(form.par);
  const measured = measureOf(form);
  return (
    <>
      <div>
        <Switch
          name="belowZero"
          label={words.belowZero}
          checked={form.belowZero}
          onChecked={(belowZero) => onType({ belowZero })}
        />
        <small>{words.belowZeroHint}</small>
      </div>
      <NumberField
        label={words.par}
        name="par"
        inputMode="numeric"
        value={form.par}
        error={errors.par}
        hint={measured && par ? words.reads(levelText(measured, par)) : words.parHint}
        onValue={(value) => onType({ par: value })}
      />
    </>
  );
}
