/** The pool: what waits in it, and the button that shares it for a day. */
import { useState } from 'react';
import { useWrite } from '../../../api/forms/useWrite';
import { reasonOf } from '../../../api/http/error';
import { fromServer } from '../../../lib/money/money';
import { tipsText } from '../../../parts/tips/tipsText';
import { ActionButton } from '../../../ui/ActionButton';
import { toast, toastError } from '../../../ui/feedback/toast';
import { TextField } from '../../../ui/form/Field';
import { tips as words } from '../strings';
import { AFTER_TIPS, shareTips } from './calls';

interface SharePoolProps {
  /** What waits in the pools of the chosen days. */
  amount: string;
  today: string;
}

export function SharePool({ amount, today }: SharePoolProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const day = chosen ?? today;
  const write = useWrite(shareTips, { refreshes: AFTER_TIPS });

  async function share() {
    try {
      const shared = await write.run(day);
      if (!shared) return;
      const { leftUSD, leftLRD } = shared;
      const isLeft = fromServer(leftUSD) !== 0 || fromServer(leftLRD) !== 0;
      toast(words.shared, isLeft ? words.left(tipsText(leftUSD, leftLRD)) : undefined);
    } catch (error) {
      toastError(words.shareFailed, reasonOf(error));
    }
  }

  return (
    <section className="card stack tight" aria-labelledby="tips-pool">
      <div className="split">
        <h2 id="tips-pool">{words.pool}</h2>
        <b>{amount}</b>
      </div>
      <small>{words.poolHint}</small>
      <form
        className="tips-share"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void share();
        }}
      >
        <TextField type="date" label={words.day} value={day} max={today} onValue={setChosen} />
        <ActionButton pending={write.pending} waiting={write.waiting} disabled={day === ''}>
          {words.share}
        </ActionButton>
      </form>
    </section>
  );
}
