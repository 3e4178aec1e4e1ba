/** A question about the bar with a few answers; the tapped one is stored in the settings at once. */
import { useState } from 'react';
import { useWrite } from '../../api/forms/useWrite';
import { put, type WriteOptions } from '../../api/http/client';
import { reasonOf } from '../../api/http/error';
import { queryClient, refresh } from '../../api/http/query';
import type { Settings, SettingsBody } from '../../api/types';
import { WaitingNote } from '../../ui/ActionButton';
import { toastError } from '../../ui/feedback/toast';
import { Choices } from '../../ui/form/Choices';
import { words } from './strings';

const SETTINGS = '/api/settings';
/** The settings that selling screens read. */
const AFTER = [SETTINGS, '/api/cash/setup'] as const;

const saveAnswer = (body: SettingsBody, options: WriteOptions) => put(SETTINGS, body, options);

interface SettingQuestionProps<V extends string> {
  question: string;
  options: readonly { value: V; label: string }[];
  /** The stored answer; empty until there is one. */
  answer: V | '';
  /** The part of the stored settings that contains the answer; another object when it changes. */
  stored: object;
  bodyOf: (answer: V) => SettingsBody;
  onSaved: (saved: Settings) => void;
}

export function SettingQuestion<V extends string>({
  question,
  options,
  answer,
  stored,
  bodyOf,
  onSaved,
}: SettingQuestionProps<V>) {
  // Shows the tapped answer until the stored one is loaded.
  const [chosen, setChosen] = useState<{ answer: V; of: object } | null>(null);
  const write = useWrite(saveAnswer, { refreshes: AFTER });
  const shown = chosen?.of === stored ? chosen.answer : answer;

  async function choose(next: V) {
    if (write.pending) return;
    setChosen({ answer: next, of: stored });
    try {
      const saved = await write.run(bodyOf(next));
      if (!saved) return;
      queryClient.setQueryData([SETTINGS], saved);
      onSaved(saved);
    } catch (error) {
      toastError(words.failed, reasonOf(error));
      setChosen(null);
      void refresh(SETTINGS);
    }
  }

  return (
    <div className="stack tight" aria-busy={write.pending || undefined}>
      <p>{question}</p>
      <Choices<V | ''>
        kind="segmented"
        label={question}
        value={shown}
        options={options}
        onValue={(next) => next !== '' && void choose(next)}
      />
      <WaitingNote waiting={write.waiting} />
    </div>
  );
}
