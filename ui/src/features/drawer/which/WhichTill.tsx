/** The question 'Which till?', on top of any screen. */
import { useEffect } from 'react';
import { useStore } from '../../../lib/state/store';
import { Dialog } from '../../../ui/dialog/Dialog';
import { which as words } from '../strings';
import { tillQuestionStore } from './askTill';

export function WhichTill() {
  const question = useStore(tillQuestionStore);
  // Who waits must not wait for ever: the screen may lock under the dialog.
  useEffect(() => () => tillQuestionStore.get()?.answer(null), []);
  if (!question) return null;
  const { tills, answer } = question;
  return (
    <Dialog title={words.title} onClose={() => answer(null)}>
      <p>{words.detail}</p>
      <div className="stack tight">
        {tills.map(({ id, name }) => (
          <button key={id} type="button" className="secondary large wide" onClick={() => answer(id)}>
            {name}
          </button>
        ))}
      </div>
    </Dialog>
  );
}
