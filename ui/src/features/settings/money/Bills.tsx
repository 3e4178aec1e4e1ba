/** Settings of bills: slips for part payments, and what bartenders may give free without asking. */
import { NumberField } from '../../../ui/form/NumberField';
import { Switch } from '../../../ui/form/Switch';
import { FormCard } from '../FormCard';
import type { Settings } from '../settings';
import { useSettingsForm } from '../useSettingsForm';
import { bills as words } from './strings';

/** A form keeps its fields as texts. */
const ON = 'on';
/** Where the box reports what is wrong with these settings. */
const ERRORS = 'bills';

export default function Bills({ settings: { bills } }: { settings: Settings }) {
  const stored = { slips: bills.slips ? ON : '', compCapUSD: bills.compCapUSD };
  const { field, ...form } = useSettingsForm(stored, ({ slips, compCapUSD }) => ({
    bills: { slips: slips === ON, compCapUSD },
  }));
  const slips = field('slips');
  return (
    <FormCard id="bills" title={words.title} {...form}>
      <div className="stack tight">
        <Switch
          name="slips"
          label={words.slips}
          checked={slips.value === ON}
          disabled={form.pending}
          onChecked={(on) => slips.onValue(on ? ON : '')}
        />
        <small>{words.slipsHint}</small>
      </div>
      <NumberField
        label={words.compCap}
        step={0.01}
        hint={words.compCapHint}
        {...field('compCapUSD', ERRORS)}
      />
    </FormCard>
  );
}
