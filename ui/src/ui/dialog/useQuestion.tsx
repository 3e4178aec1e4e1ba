/** Asks once before a form with an unusual value is sent, or one that deletes. */
import { useState } from 'react';
import { YES } from '../strings';
import { Confirm } from './Confirm';

interface Asked {
  question: string;
  answer: (yes: boolean) => void;
}

/**
 * `ask` resolves with the answer, and at once with true where there is no question. `dialog` is rendered beside the form, not in
 * it. `removal` names the button of a form that deletes.
 */
export function useQuestion(removal?: string) {
  const [asked, setAsked] = useState<Asked | null>(null);

  function ask(question: string | null): Promise<boolean> {
    if (question === null) return Promise.resolve(true);
    return new Promise((answer) => setAsked({ question, answer }));
  }

  function close(yes: boolean) {
    setAsked(null);
    asked?.answer(yes);
  }

  const dialog = asked && (
    <Confirm
      harmless={removal === undefined}
      question={asked.question}
      action={removal ?? YES}
      onConfirm={() => close(true)}
      onCancel={() => close(false)}
    />
  );
  return { ask, dialog };
}
