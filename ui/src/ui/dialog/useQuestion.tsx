/** Asks once about an unusual value before a form is sent. */
import { useState } from 'react';
import { YES } from '../strings';
import { Confirm } from './Confirm';

interface Asked {
  question: string;
  answer: (yes: boolean) => void;
}

/**
 * `ask` resolves with the answer, and at once with true where there is no question. `dialog` is rendered beside the form, not in
 * it.
 */
export function useQuestion() {
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
      harmless
      question={asked.question}
      action={YES}
      onConfirm={() => close(true)}
      onCancel={() => close(false)}
    />
  );
  return { ask, dialog };
}
