/** What is rounded in cash: what is due in Liberian dollars, and the smallest amount of US dollars. Stored at once. */
import { formatExact } from '../../../lib/format';
import { fromServer } from '../../../lib/money/money';
import { WaitingNote } from '../../../ui/ActionButton';
import { SelectField } from '../../../ui/form/SelectField';
import { Switch } from '../../../ui/form/Switch';
import type { Settings } from '../settings';
import { useSaveNow } from '../useSaveNow';
import { rounding as own } from './roundingStrings';
import { USD_STEPS, cash as words } from './strings';

const dollars = (step: string) => formatExact(fromServer(step), 'USD');

export default function Rounding({ settings: { cash, usdCashStep } }: { settings: Settings }) {
  const { save, pending, waiting } = useSaveNow();
  return (
    <>
      <div className="stack tight">
        <Switch
          name="roundDue"
          label={words.roundDue}
          checked={cash.roundDue}
          disabled={pending}
          onChecked={(roundDue) => save({ cash: { roundDue } }, roundDue ? own.roundDueOn : own.roundDueOff)}
        />
        <small>{own.roundDueHint}</small>
      </div>
      <SelectField
        label={words.usdStep}
        hint={own.usdStepHint}
        value={usdCashStep}
        options={USD_STEPS.map((value) => ({ value, label: dollars(value) }))}
        disabled={pending}
        onValue={(step) => save({ usdCashStep: step }, `${words.usdStep}: ${dollars(step)}`)}
      />
      <WaitingNote waiting={waiting} />
    </>
  );
}
