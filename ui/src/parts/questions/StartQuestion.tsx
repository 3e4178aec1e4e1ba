/** Asks which screen bartenders see first; the answer is stored in the settings. */
import type { Settings } from '../../api/types';
import { toast } from '../../ui/feedback/toast';
import { SettingQuestion } from './SettingQuestion';
import { start as words } from './strings';

const OPTIONS = [
  { value: 'sales', label: words.sales },
  { value: 'till', label: words.till },
] as const;

interface StartQuestionProps {
  settings: Pick<Settings, 'startScreen'>;
  /** Shows no answer until the bar has given one; otherwise the screen that is in use. */
  unanswered?: boolean;
}

export function StartQuestion({ settings: { startScreen }, unanswered = false }: StartQuestionProps) {
  return (
    <SettingQuestion
      question={words.question}
      options={OPTIONS}
      answer={unanswered && !startScreen.chosen ? '' : startScreen.bartender}
      stored={startScreen}
      bodyOf={(bartender) => ({ startScreen: { bartender } })}
      onSaved={(saved) => toast(words.saved(words[saved.startScreen.bartender]))}
    />
  );
}
