/** Closes an order on which nothing is owed: it gets a receipt of $0.00. */
import { openReceipt } from '../../../api/openReceipt';
import type { Order } from '../../../api/types';
import { ActionButton } from '../../../ui/ActionButton';
import { Dialog } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { toast } from '../../../ui/feedback/toast';
import { titleOf } from '../naming';
import { closeOrder } from './calls';
import { words as common, close as words } from './strings';
import { useDeed } from './useDeed';

export default function CloseOrder({ order, onClose }: { order: Order; onClose: () => void }) {
  const write = useDeed((_: null, options) => closeOrder(order.id, options));
  async function send() {
    const closed = await write.run(null);
    if (!closed) return;
    onClose();
    const number = closed.receipt?.receiptNumber;
    toast(
      words.done,
      titleOf(order),
      number ? { label: words.viewReceipt, onSelect: () => openReceipt(number) } : undefined,
    );
  }
  return (
    <Dialog title={words.title} note={titleOf(order)} onClose={onClose}>
      {write.changed && <Alert>{common.changed}</Alert>}
      <p>{words.note}</p>
      <footer className="pair">
        <button type="button" className="secondary" onClick={onClose}>
          {common.cancel}
        </button>
        <ActionButton
          type="button"
          pending={write.pending}
          waiting={write.waiting}
          onClick={() => void send()}
        >
          {words.action}
        </ActionButton>
      </footer>
    </Dialog>
  );
}
