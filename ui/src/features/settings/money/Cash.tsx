/** Cash settings: whether change is given in small coins, and the step to which totals in Liberian dollars are rounded. */
import { formatTotal } from '../../../lib/format';
import { fromServer } from '../../../lib/money/money';
import { CoinQuestion } from '../../coins/CoinQuestion';
import { words as coins } from '../../coins/strings';
import type { Settings } from '../settings';

export function Cash({ settings }: { settings: Settings }) {
  const step = formatTotal(fromServer(settings.lrdCashStep), 'LRD');
  return (
    <>
      <CoinQuestion settings={settings} />
      <small>{coins.rounded(step)}</small>
    </>
  );
}
