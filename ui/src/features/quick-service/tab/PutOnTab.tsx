/** Put on tab dialog: whose tab the cart goes on. */
import type { FormEvent } from 'react';
import { leadingCurrency } from '../../../lib/money/money';
import { useCustomer } from '../../../parts/customers/useCustomer';
import { grandTotalOf } from '../../../parts/lines/lines';
import { ActionButton } from '../../../ui/ActionButton';
import { Sheet } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { KeptInput } from '../../../ui/form/KeptInput';
import { Money } from '../../../ui/money/Money';
import { TAB_CUSTOMER } from '../savedCart';
import { OpenTabs } from './OpenTabs';
import { words } from './strings';
import { type PutOnTabSettings, usePutOnTab } from './usePutOnTab';
import '../../../parts/customers/customers.css';

interface PutOnTabProps extends PutOnTabSettings {
  onClose: () => void;
}

export default function PutOnTab({ onClose, ...settings }: PutOnTabProps) {
  const { cart } = settings;
  const { put, pending, waiting, problem } = usePutOnTab(settings);
  const sent = cart.tabAttempts.at(-1);
  const customer = useCustomer(TAB_CUSTOMER, pending, {
    sent: sent && { customerName: sent.customerName, customerPhone: sent.customerPhone ?? null },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    customer.ask(put);
  }

  return (
    <Sheet
      title={words.title}
      onClose={onClose}
      tools={
        <Money
          {...grandTotalOf(cart.lines)}
          leads={leadingCurrency(cart.lines)}
          total
          className="end total"
        />
      }
    >
      <form className="stack" noValidate onSubmit={submit}>
        <KeptInput {...customer.draft} disabled={pending} />
        {problem !== null && <Alert reason={problem}>{words.failed}</Alert>}
        {problem === null && sent && !pending && <Alert kind="warning">{words.unanswered}</Alert>}
        {/* A try without an answer has its customer. */}
        {!sent && <OpenTabs disabled={pending} onChoose={put} />}
        {customer.fields}
        <footer>
          <ActionButton className="large wide" pending={pending} waiting={waiting}>
            {words.title}
          </ActionButton>
        </footer>
      </form>
      {customer.question}
    </Sheet>
  );
}
