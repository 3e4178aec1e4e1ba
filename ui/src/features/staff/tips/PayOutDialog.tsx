/** Pay Out dialog: hands over what is due to a person, in either currency, as notes and coins can pay it. */
import { useState } from 'react';
import { useCashStep } from '../../../api/cashStep';
import { useForm } from '../../../api/forms/useForm';
import { useWrite } from '../../../api/forms/useWrite';
import { messageOf } from '../../../api/http/error';
import { useRate } from '../../../api/http/query';
import type { TipsRow } from '../../../api/types';
import { type Cents, fromServer, parseMoney, toDecimal } from '../../../lib/money/money';
import { useCashSetup } from '../../../parts/payment/methods';
import { tipsText } from '../../../parts/tips/tipsText';
import { ActionButton } from '../../../ui/ActionButton';
import { Dialog } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { toast } from '../../../ui/feedback/toast';
import { NumberField } from '../../../ui/form/NumberField';
import { tips as words } from '../strings';
import { AFTER_TIPS, type Payout, payOutTips } from './calls';
import { proposalOf } from './proposal';

type Field = 'amountUSD' | 'amountLRD';
type PaidOut = Awaited<ReturnType<typeof payOutTips>>;

export function PayOutDialog({ row, onClose }: { row: TipsRow; onClose: () => void }) {
  const due = { usd: fromServer(row.dueUSD), lrd: fromServer(row.dueLRD) };
  const proposed = proposalOf(due, {
    denominations: useCashSetup()?.denominations ?? [],
    lrdCashStep: useCashStep(),
    rate: useRate().data?.rate,
  });
  // Null: as proposed.
  const [typedUSD, setUSD] = useState<string | null>(null);
  const [typedLRD, setLRD] = useState<string | null>(null);
  const usd = typedUSD ?? startOf(proposed.usd);
  const lrd = typedLRD ?? startOf(proposed.lrd);
  const pays = proposed.usd === Math.max(0, due.usd) && proposed.lrd === Math.max(0, due.lrd);
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
        {!pays && <small>{words.inNotes}</small>}
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

/** An amount in a field; blank for nothing. */
function startOf(cents: Cents): string {
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
