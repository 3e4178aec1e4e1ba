/** Attach to Credit: what is not paid goes on the tab of a customer. */
import { type FormEvent, useState } from 'react';
import { reasonOf } from '../../api/error';
import type { AttachBody, Order } from '../../api/types';
import { useWrite } from '../../api/useWrite';
import { ActionButton } from '../../ui/ActionButton';
import { Alert } from '../../ui/Alert';
import { Sheet } from '../../ui/Dialog';
import { TextField } from '../../ui/Field';
import { Money } from '../../ui/Money';
import { toast } from '../../ui/toast';
import { remainingOf } from './bill';
import { attachToCredit, cacheOrder, MONEY_LISTS } from './calls';
import { titleOf } from './OrderCard';
import { attach as words } from './strings';

export function AttachDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const [name, setName] = useState(order.customerName);
  const [phone, setPhone] = useState(order.customerPhone ?? '');
  const [missing, setMissing] = useState(false);
  const [failed, setFailed] = useState<{ reason?: string } | null>(null);
  const write = useWrite((customer: AttachBody, options) => attachToCredit(order.id, customer, options), {
    refreshes: MONEY_LISTS,
  });

  async function submit(event: FormEvent) {
    event.preventDefault();
    const customerName = name.trim();
    const customerPhone = phone.trim();
    setMissing(customerName === '');
    setFailed(null);
    if (customerName === '') return;
    try {
      const done = await write.run({ customerName, ...(customerPhone ? { customerPhone } : {}) });
      if (!done) return;
      cacheOrder(done.order);
      onClose();
      toast(words.done, customerName);
    } catch (error) {
      setFailed({ reason: reasonOf(error, words.noAnswer) });
    }
  }

  return (
    <Sheet
      title={words.title}
      note={titleOf(order)}
      tools={<Money {...remainingOf(order)} leads={order.currency} total className="end total" />}
      onClose={onClose}
    >
      <form className="stack" noValidate onSubmit={submit}>
        {failed && <Alert reason={failed.reason}>{words.failed}</Alert>}
        <TextField
          label={words.name}
          value={name}
          autoComplete="off"
          error={missing && name.trim() === '' ? words.nameRequired : null}
          onValue={setName}
        />
        <TextField label={words.phone} type="tel" value={phone} autoComplete="off" onValue={setPhone} />
        <footer className="pair">
          <button type="button" className="secondary" onClick={onClose}>
            {words.cancel}
          </button>
          <ActionButton pending={write.pending} waiting={write.waiting} pendingLabel={words.pending}>
            {words.action}
          </ActionButton>
        </footer>
      </form>
    </Sheet>
  );
}
