/** How the bar handles cash: for now, whether it gives coins. */
import { formatTotal } from '../../lib/format';
import { fromServer } from '../../lib/money';
import { CoinQuestion } from '../coins/CoinQuestion';
import { words as coins } from '../coins/strings';
import { Part } from './Part';
import type { Settings } from './settings';
import { cash as words } from './strings';

export function CashPart({ settings }: { settings: Settings }) {
  const step = formatTotal(fromServer(settings.lrdCashStep), 'LRD');
  return (
    <Part id="cash" title={words.title}>
      <CoinQuestion settings={settings} />
      <small>{coins.rounded(step)}</small>
    </Part>
  );
}
