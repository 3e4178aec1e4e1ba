/** Settings of bills: slips for part payments, what bartenders may give free without asking, and the limit of new tabs. */
import { WaitingNote } from '../../../ui/ActionButton';
import { NumberField } from '../../../ui/form/NumberField';
import { Switch } from '../../../ui/form/Switch';
import { FormCard } from '../FormCard';
import { Part } from '../Part';
import type { Settings } from '../settings';
import { useSaveNow } from '../useSaveNow';
import { useSettingsForm } from '../useSettingsForm';
import { bills as words } from './strings';

/** Where the box reports what is wrong with these settings. */
const ERRORS = 'bills';
const CREDIT_ERRORS = 'credit';

export default function Bills({ settings: { bills, credit } }: { settings: Settings }) {
  const { save, pending, waiting } = useSaveNow();
  const { field, ...form } = useSettingsForm(
    { compCapUSD: bills.compCapUSD, limitUSD: credit.limitUSD ?? '' },
    ({ compCapUSD, limitUSD }) => ({ bills: { compCapUSD }, credit: { limitUSD: limitUSD.trim() || null } }),
  );
  return (
    <>
      <Part id="slips">
        <div className="stack tight">
          <Switch
            name="slips"
            label={words.slips}
            checked={bills.slips}
            disabled={pending}
            onChecked={(slips) => save({ bills: { slips } }, slips ? words.slipsOn : words.slipsOff)}
          />
          <small>{words.slipsHint}</small>
        </div>
        <WaitingNote waiting={waiting} />
      </Part>
      <FormCard id="comps" {...form}>
        <NumberField label={words.compCap} hint={words.compCapHint} {...field('compCapUSD', ERRORS)} />
        <NumberField label={words.limit} hint={words.limitHint} {...field('limitUSD', CREDIT_ERRORS)} />
      </FormCard>
    </>
  );
}
