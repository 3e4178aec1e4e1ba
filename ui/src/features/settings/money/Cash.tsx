/** Cash settings: whether change is given in small coins, and the smallest amount of change in Liberian dollars. */
import { formatTotal } from '../../../lib/format';
import { fromServer } from '../../../lib/money/money';
import { NumberField } from '../../../ui/form/NumberField';
import { CoinQuestion } from '../../coins/CoinQuestion';
import { words as coins } from '../../coins/strings';
import { FormCard } from '../FormCard';
import type { Settings } from '../settings';
import { useSettingsForm } from '../useSettingsForm';
import { cash as words } from './strings';

export default function Cash({ settings }: { settings: Settings }) {
  const { lrdCashStep } = settings;
  const { field, ...form } = useSettingsForm({ lrdCashStep });
  return (
    <FormCard id="cash" title={words.title} before={<CoinQuestion settings={settings} />} {...form}>
      <NumberField
        label={words.step}
        step={0.01}
        hint={coins.rounded(formatTotal(fromServer(lrdCashStep), 'LRD'))}
        {...field('lrdCashStep')}
      />
    </FormCard>
  );
}
