/** Sends to head office now, without waiting for the next try. */
import { RefreshCw } from 'lucide-react';
import { useWrite } from '../../../api/forms/useWrite';
import { reasonOf } from '../../../api/http/error';
import { HEAD_LINK } from '../../../parts/head-office/link';
import { ActionButton } from '../../../ui/ActionButton';
import { toast, toastError } from '../../../ui/feedback/toast';
import { tryNow } from './calls';
import { head as words } from './strings';

const AFTER = [HEAD_LINK] as const;

export function TryNow() {
  const write = useWrite(tryNow, { refreshes: AFTER });

  async function run() {
    if (write.pending) return;
    try {
      await write.run(null);
      toast(words.trying);
    } catch (error) {
      toastError(words.tryFailed, reasonOf(error, words.tryAgain));
    }
  }

  return (
    <ActionButton
      type="button"
      className="soft"
      pending={write.pending}
      waiting={write.waiting}
      onClick={() => void run()}
    >
      <RefreshCw />
      {words.tryNow}
    </ActionButton>
  );
}
