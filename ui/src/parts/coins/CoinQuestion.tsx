/** Asks whether the bar gives small coins; the answer is stored in the settings. */
import type { Settings } from '../../api/types';
import { formatTotal } from '../../lib/format';
import { fromServer } from '../../lib/money/money';
import { toast } from '../../ui/feedback/toast';
import { SettingQuestion } from '../questions/SettingQuestion';
import { words } from './strings';

const OPTIONS = [
  { value: 'yes', label: words.yes },
  { value: 'no', label: words.no },
] as const;

export function CoinQuestion({ settings: { cash } }: { settings: Settings }) {
  return (
    <SettingQuestion
      question={words.question}
      options={OPTIONS}
      answer={answerOf(cash.lrdCoins)}
      stored={cash}
      bodyOf={(answer) => ({ cash: { lrdCoins: answer === 'yes' } })}
      onSaved={(saved) =>
        toast(words.saved, words.rounded(formatTotal(fromServer(saved.lrdCashStep), 'LRD')))
      }
    />
  );
}

function answerOf(lrdCoins: boolean | null | undefined): 'yes' | 'no' | '' {
  if (lrdCoins === null || lrdCoins === undefined) return '';
  return lrdCoins ? 'yes' : 'no';
}
