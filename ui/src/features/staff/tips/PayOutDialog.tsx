/** Pay Out dialog: hands over what is due to a person, in either currency. */

import { useState } from 'react';
import { useForm } from '../../../api/forms/useForm';
import { useWrite } from '../../../api/forms/useWrite';
import { messageOf } from '../../../api/http/error';
import type { TipsRow } from '../../../api/types';
import { fromServer, parseMoney, toDecimal } from '../../../lib/money/money';
import { ActionButton } from '../../../ui/ActionButton';
import { Dialog } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { toast } from '../../../ui/feedback/toast';
import { NumberField } from '../../../ui/form/NumberField';
import { tipsText } from '../../tips/tipsText';
import { tips as words } from '../strings';
import { AFTER_TIPS, type Payout, payOutTips } from './calls';

type Field = 'amountUSD' | 'amountLRD';
type PaidOut = Awaited<ReturnType<typeof payOutTips>>;

export function PayOutDialog({ row, onClose }: { row: TipsRow; onClose: () => void }) {
  const [usd, setUSD] = useState(() => startOf(row.dueUSD));
  const [lrd, setLRD] = useState(() => startOf(row.dueLRD));
  const write = useWrite(payOutTips, { refreshes: AFTER_TIPS });

  const { errors, problem, onSubmit } = useForm<Field, PaidOut>({
    pending: write.pending,
    check: () => {
      const isNothing = (parseMoney(usd) ?? 0) + (parseMoney(lrd) ?? 0) === 0;
      return isNothing ? { amountUSD: words.noAmount } : {};
    },
    send: () => write.run(bodyOf(row.userId, usd, lrd)),
    onDone(paid) {
      toast(words.paidOut, `${paid.userName}: ${tipsText(paid.amountUSD, paid.amountLRD)}`);
      onClose();
    },
    onFail: (error) => messageOf(error, words.payOutFailed),
  });

  return (
    <Dialog title={words.payOut} note={row.userName} onClose={onClose}>
      <form className="stack" noValidate onSubmit={onSubmit}>
        <p>{words.dueNow(tipsText(row.dueUSD, row.dueLRD))}</p>
        <NumberField
          label={words.amountUSD}
          step="0.01"
          value={usd}
          error={errors.amountUSD}
          onValue={setUSD}
        />
        <NumberField label={words.amountLRD} step="5" value={lrd} error={errors.amountLRD} onValue={setLRD} />
        {problem && <Alert>{problem}</Alert>}
        <footer className="pair">
          <button type="button" className="secondary" onClick={onClose}>
            {words.cancel}
          </button>
          <ActionButton pending={write.pending} waiting={write.waiting}>
            {words.payOut}
          </ActionButton>
        </footer>
      </form>
    </Dialog>
  );
}

/** All that is due; nothing where nothing is. */
function startOf(due: string): string {
  const cents = fromServer(due);
  return cents > 0 ? toDecimal(cents).replace(/\.00$/, '') : '';
}

function bodyOf(userId: number, usd: string, lrd: string): Payout {
  const [dollars, liberian] = [parseMoney(usd) ?? 0, parseMoney(lrd) ?? 0];
  return {
    userId,
    ...(dollars > 0 ? { amountUSD: toDecimal(dollars) } : {}),
    ...(liberian > 0 ? { amountLRD: toDecimal(liberian) } : {}),
  };
}
