/** Asks whether the bar gives small coins; the answer is stored in the settings. */
import { useState } from 'react';
import { useWrite } from '../../api/forms/useWrite';
import { put, type WriteOptions } from '../../api/http/client';
import { reasonOf } from '../../api/http/error';
import { queryClient, refresh } from '../../api/http/query';
import type { Settings } from '../../api/types';
import { formatTotal } from '../../lib/format';
import { fromServer } from '../../lib/money/money';
import { WaitingNote } from '../../ui/ActionButton';
import { toast, toastError } from '../../ui/feedback/toast';
import { Choices } from '../../ui/form/Choices';
import { words } from './strings';

const SETTINGS = '/api/settings';
const OPTIONS = [
  { value: 'yes', label: words.yes },
  { value: 'no', label: words.no },
] as const;
type Answer = (typeof OPTIONS)[number]['value'] | '';

const answerCoins = (lrdCoins: boolean, options: WriteOptions) =>
  put(SETTINGS, { cash: { lrdCoins } }, options);

export function CoinQuestion({ settings }: { settings: Settings }) {
  // Shows the tapped answer until the stored one is loaded.
  const [chosen, setChosen] = useState<{ answer: Answer; of: object } | null>(null);
  const write = useWrite(answerCoins, { refreshes: [SETTINGS, '/api/cash/setup'] });
  const { cash } = settings;
  const shown = chosen?.of === cash ? chosen.answer : answerOf(cash.lrdCoins);

  async function choose(answer: Answer) {
    if (write.pending) return;
    setChosen({ answer, of: cash });
    try {
      const saved = await write.run(answer === 'yes');
      if (!saved) return;
      queryClient.setQueryData([SETTINGS], saved);
      toast(words.saved, words.rounded(formatTotal(fromServer(saved.lrdCashStep), 'LRD')));
    } catch (error) {
      toastError(words.failed, reasonOf(error));
      setChosen(null);
      void refresh(SETTINGS);
    }
  }

  return (
    <div className="stack tight coin-question" aria-busy={write.pending || undefined}>
      <p>{words.question}</p>
      <Choices
        kind="segmented"
        label={words.question}
        value={shown}
        options={OPTIONS}
        onValue={(answer) => void choose(answer)}
      />
      <WaitingNote waiting={write.waiting} />
    </div>
  );
}

function answerOf(lrdCoins: boolean | null | undefined): Answer {
  if (lrdCoins === null || lrdCoins === undefined) return '';
  return lrdCoins ? 'yes' : 'no';
}
