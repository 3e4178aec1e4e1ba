/** Asks, then disconnects the bar from head office. */
import { useState } from 'react';
import { useWrite } from '../../../api/forms/useWrite';
import { reasonOf } from '../../../api/http/error';
import { Confirm } from '../../../ui/dialog/Confirm';
import { toast, toastError } from '../../../ui/feedback/toast';
import { AFTER_LINK, disconnect } from './calls';
import { head as words } from './strings';

export function Disconnect({ name }: { name: string }) {
  const write = useWrite(disconnect, { refreshes: AFTER_LINK });
  const [asking, setAsking] = useState(false);

  async function run() {
    if (write.pending) return;
    try {
      await write.run(null);
      setAsking(false);
      toast(words.ended, name);
    } catch (error) {
      toastError(words.endFailed, reasonOf(error, words.tryAgain));
    }
  }

  return (
    <>
      <button type="button" className="quiet" onClick={() => setAsking(true)}>
        {words.end}
      </button>
      {asking && (
        <Confirm
          question={words.question(name)}
          detail={words.questionDetail}
          action={words.end}
          pending={write.pending}
          waiting={write.waiting}
          onConfirm={() => void run()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
