/** Bill: what an order comes to before it is paid, as on paper; printed at the bar or from this device. */
import { Printer, Smartphone } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useWrite } from '../../api/forms/useWrite';
import { reasonOf } from '../../api/http/error';
import { useGet } from '../../api/http/query';
import type { Order } from '../../api/types';
import { ActionButton } from '../../ui/ActionButton';
import { Sheet } from '../../ui/dialog/Dialog';
import { Alert } from '../../ui/feedback/Alert';
import { toast, toastError } from '../../ui/feedback/toast';
import { BillPaper } from './BillPaper';
import { AFTER_BILL, makeBill } from './calls';
import { isBillable, placeOf } from './rows';
import { sheet as words } from './strings';

interface BillSheetProps {
  order: Order;
  onClose: () => void;
}

/** A bill that this phone is printing itself. */
interface Made {
  number: string;
  printCount: number;
  at: string;
  /** The bill that the order had before. */
  before: Order['bill'];
}

export function BillSheet({ order, onClose }: BillSheetProps) {
  const hasPrinter = Boolean(useGet('/api/printers').data?.length);
  const [made, setMade] = useState<Made | null>(null);
  const atBox = useWrite((_: null, options) => makeBill(order.id, true, options), { refreshes: AFTER_BILL });
  const here = useWrite((_: null, options) => makeBill(order.id, false, options), { refreshes: AFTER_BILL });
  const pending = atBox.pending || here.pending;

  // Once the order changes, that bill is not its bill any more.
  const { bill } = order;
  const current = bill?.number === made?.number && bill?.state === 'open';
  const shown = made && (current || bill === made.before) ? made : null;
  const printed = useRef<Made | null>(null);

  // The number and the print that were counted are on the paper before it is printed.
  useEffect(() => {
    if (!shown || printed.current === shown) return;
    printed.current = shown;
    window.print();
  }, [shown]);

  async function print() {
    try {
      const printed = await atBox.run(null);
      if (!printed) return;
      toast(words.printed, printed.bill.number);
      onClose();
    } catch (error) {
      toastError(words.failed, reasonOf(error, words.noAnswer));
    }
  }
  async function printHere() {
    try {
      const counted = await here.run(null);
      if (!counted) return;
      const { number, printCount, prints } = counted.bill;
      setMade({ number, printCount, at: prints.at(-1)?.at ?? new Date().toISOString(), before: bill });
    } catch (error) {
      toastError(words.failed, reasonOf(error, words.noAnswer));
    }
  }

  return (
    <Sheet title={words.title} note={placeOf(order)} onClose={onClose}>
      <BillPaper order={order} made={shown} />
      {!isBillable(order) ? (
        <Alert kind="info">{closedText(order)}</Alert>
      ) : (
        <footer className={hasPrinter ? 'pair' : undefined}>
          {hasPrinter && (
            <ActionButton
              type="button"
              className="large"
              pending={atBox.pending}
              waiting={atBox.waiting}
              disabled={pending}
              onClick={() => void print()}
            >
              {!atBox.pending && <Printer />}
              {words.printBill}
            </ActionButton>
          )}
          <ActionButton
            type="button"
            className={hasPrinter ? 'secondary large' : 'large'}
            pending={here.pending}
            waiting={here.waiting}
            disabled={pending}
            onClick={() => void printHere()}
          >
            {!here.pending && <Smartphone />}
            {words.onThisDevice}
          </ActionButton>
        </footer>
      )}
    </Sheet>
  );
}

/** Why there is no bill of it any more. */
function closedText({ status, paymentStatus }: Order): string {
  if (status === 'cancelled') return words.closed.cancelled;
  return paymentStatus === 'paid' ? words.closed.paid : words.closed.credit;
}

/** For lazy loading. */
export default BillSheet;
