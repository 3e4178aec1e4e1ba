/** Asks before 'Mark as Paid' takes all that a tab owes in cash, each debt in its own currency. */
import type { Tab } from '../../../api/types';
import { fromServer } from '../../../lib/money/money';
import { Confirm } from '../../../ui/dialog/Confirm';
import { changeText } from '../../../ui/money/ChangeDue';
import { payment, tabWords } from '../strings';

interface MarkPaidQuestionProps {
  tab: Tab;
  onConfirm: () => void;
  onCancel: () => void;
}

export function MarkPaidQuestion({ tab, onConfirm, onCancel }: MarkPaidQuestionProps) {
  const { owedUSD, owedLRD } = tab;
  const amount = changeText({ usd: fromServer(owedUSD), lrd: fromServer(owedLRD) });
  return (
    <Confirm
      harmless
      question={payment.takeInCash(amount)}
      detail={payment.otherwise}
      action={tabWords.payAll}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
