/** Partial Payment dialog of a tab: amounts in two currencies, the rest due, and the change. */
import { useState } from 'react';
import { useSession } from '../../../api/session';
import type { Tab } from '../../../api/types';
import { draftKey } from '../../../lib/state/draft';
import { leadingOf } from '../../../parts/customers/openTabs';
import { PaidSheet } from '../../../parts/payment/PaidSheet';
import { PaymentForm } from '../../../parts/payment/PaymentForm';
import { forgetTyped } from '../../../parts/payment/paymentInput';
import type { PaidReport } from '../../../parts/payment/usePayment';
import { Sheet } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { Money } from '../../../ui/money/Money';
import { payment as words } from '../strings';
import { useTabPayment } from './useTabPayment';

interface PaymentDialogProps {
  tab: Tab;
  /** `settled`: nothing is owed any more. */
  onClose: (settled: boolean) => void;
}

export default function PaymentDialog({ tab, onClose }: PaymentDialogProps) {
  const username = useSession().user?.username ?? '';
  const typed = draftKey(`tab-payment:${tab.customerId}`, username);
  const leave = (settled: boolean) => {
    forgetTyped(typed);
    onClose(settled);
  };
  const leads = leadingOf(tab);
  const close = () => onClose(tab.status === 'paid');
  const [done, setDone] = useState<PaidReport | null>(null);
  const payment = useTabPayment(tab, username, leave, (report) => {
    forgetTyped(typed);
    setDone(report);
  });
  const { bill, problem, pending, unanswered } = payment;
  const closed = tab.status === 'paid' && !unanswered && !pending;
  if (done) return <PaidSheet title={words.title} note={tab.customerName} report={done} onClose={close} />;
  return (
    <Sheet
      title={words.title}
      note={tab.customerName}
      onClose={close}
      tools={!closed && <Money {...bill.remaining} leads={leads} total className="end total" />}
    >
      <PaymentForm
        {...payment}
        startsIn={leads}
        startsTyped
        storageKey={typed}
        alerts={
          <>
            {payment.inDoubt && !problem && <Alert kind="warning">{words.unanswered}</Alert>}
            {closed && <Alert kind="info">{words.paidMeanwhile}</Alert>}
            {problem && <Alert>{problem.text}</Alert>}
          </>
        }
        action={words.submit}
        closed={closed}
        onRetype={payment.clearProblem}
        onTake={payment.take}
      />
    </Sheet>
  );
}
