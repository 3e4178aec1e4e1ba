/** Cancelling an order, or voiding one that has money on it: both ask why. */
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../api/error';
import type { Order } from '../../api/types';
import { useWrite } from '../../api/useWrite';
import { ActionButton } from '../../ui/ActionButton';
import { Alert } from '../../ui/Alert';
import { Dialog } from '../../ui/Dialog';
import { TextField } from '../../ui/Field';
import { toast } from '../../ui/toast';
import { keepOrder, MONEY_LISTS, PRODUCTS, setStatus, TABLES, voidOrder } from './calls';
import { placeOf } from './OrderCard';
import { cancel, voiding } from './strings';

interface TakeBackProps {
  order: Order;
  /** Cancelled while nothing was paid; voided with its payments. */
  how: 'cancel' | 'void';
  onClose: () => void;
}

export function TakeBack({ order, how, onClose }: TakeBackProps) {
  const words = how === 'cancel' ? cancel : voiding;
  const [reason, setReason] = useState('');
  const [returnToStock, setReturnToStock] = useState(true);
  const [missing, setMissing] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const write = useWrite<{ reason: string; returnToStock: boolean }, Order>(
    (body, options) =>
      how === 'cancel'
        ? setStatus(order.id, 'cancelled', options, body.reason)
        : voidOrder(order.id, body, options),
    { refreshes: [...MONEY_LISTS, PRODUCTS, TABLES] },
  );

  async function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(reason.trim() === '');
    setFailed(null);
    if (reason.trim() === '') return;
    try {
      const done = await write.run({ reason: reason.trim(), returnToStock });
      if (!done) return;
      keepOrder(done);
      onClose();
      toast(words.done, `${placeOf(order)} · ${order.customerName}`);
    } catch (error) {
      setFailed(messageOf(error, ''));
    }
  }

  return (
    <Dialog title={words.question} note={`${placeOf(order)} · ${order.customerName}`} onClose={onClose}>
      <form className="stack" noValidate onSubmit={submit}>
        <p>{words.detail}</p>
        {failed !== null && (
          <Alert>
            {words.failed}
            {failed && <small> {failed}</small>}
          </Alert>
        )}
        <TextField
          label={cancel.reason}
          value={reason}
          autoComplete="off"
          error={missing && reason.trim() === '' ? cancel.reasonRequired : null}
          onValue={setReason}
        />
        {how === 'void' && (
          <label>
            <input
              type="checkbox"
              checked={returnToStock}
              onChange={(event) => setReturnToStock(event.currentTarget.checked)}
            />
            {voiding.toStock}
          </label>
        )}
        <footer className="pair">
          <button type="button" className="secondary" onClick={onClose}>
            {cancel.keep}
          </button>
          <ActionButton className="danger" pending={write.pending} waiting={write.waiting}>
            {words.action}
          </ActionButton>
        </footer>
      </form>
    </Dialog>
  );
}
