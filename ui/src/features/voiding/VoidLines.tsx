/** What was sold on one receipt, and which of it is taken back. For managers and admins. */
import { useState } from 'react';
import { post } from '../../api/client';
import { useGet } from '../../api/query';
import type { Sale } from '../../api/types';
import { useWrite } from '../../api/useWrite';
import { fromServer } from '../../lib/money';
import { Badge } from '../../ui/Badge';
import { Dialog, Sheet } from '../../ui/Dialog';
import { Money } from '../../ui/Money';
import { Empty, ErrorState, Skeleton } from '../../ui/States';
import { toast } from '../../ui/toast';
import { words } from './strings';
import { type Reasoned, VoidForm } from './VoidForm';

/** What changes with a sale that is taken back. */
const LISTS = ['/api/sales', '/api/receipts', '/api/products', '/api/credit', '/api/tabs', '/api/orders'];

interface VoidLinesProps {
  receiptNumber: string;
  onClose: () => void;
}

export default function VoidLines({ receiptNumber, onClose }: VoidLinesProps) {
  const found = useGet<Sale[]>(`/api/sales?q=${encodeURIComponent(receiptNumber)}`);
  const [chosen, setChosen] = useState<Sale | null>(null);
  if (chosen) return <VoidLine sale={chosen} receiptNumber={receiptNumber} onDone={() => setChosen(null)} />;
  // The box gives the newest first; a receipt has its lines in the order in which they were sold.
  const lines = found.data
    ?.filter((sale) => sale.receiptNumber === receiptNumber)
    .sort((one, other) => one.id - other.id);
  return (
    <Sheet title={words.action} note={receiptNumber} onClose={onClose}>
      {lines && lines.length > 0 ? (
        <ul className="list">
          {lines.map((sale) => (
            <li key={sale.id}>
              <span className="grow">
                <span className="name">{nameOf(sale)}</span>
                <Money
                  usd={fromServer(sale.totalAmountUSD)}
                  lrd={fromServer(sale.totalAmountLRD)}
                  leads={sale.currency}
                />
              </span>
              {sale.voidedAt ? (
                <Badge status="cancelled">{words.voided}</Badge>
              ) : (
                <button
                  type="button"
                  className="secondary"
                  aria-label={words.pick(nameOf(sale))}
                  onClick={() => setChosen(sale)}
                >
                  {words.short}
                </button>
              )}
            </li>
          ))}
        </ul>
      ) : lines ? (
        <Empty text={words.none} />
      ) : found.isError ? (
        <ErrorState text={words.loadFailed} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton count={2} height="4rem" />
      )}
      <footer>
        <button type="button" className="secondary" onClick={onClose}>
          {words.back}
        </button>
      </footer>
    </Sheet>
  );
}

interface VoidLineProps {
  sale: Sale;
  receiptNumber: string;
  onDone: () => void;
}

function VoidLine({ sale, receiptNumber, onDone }: VoidLineProps) {
  const write = useWrite<Reasoned, Sale>(
    (body, options) => post<Sale>(`/api/sales/${sale.id}/void`, body, options),
    { refreshes: LISTS },
  );
  return (
    <Dialog title={words.question(nameOf(sale))} note={receiptNumber} onClose={onDone}>
      <VoidForm
        detail={words.detail}
        action={words.action}
        failed={words.failed}
        asksForStock
        givesBack={fromServer(sale.totalAmountUSD) > 0 ? sale.currency : null}
        write={write}
        onDone={() => {
          onDone();
          toast(words.done, nameOf(sale));
        }}
        onKeep={onDone}
      />
    </Dialog>
  );
}

const nameOf = ({ quantity, productName }: Sale) => `${quantity} × ${productName}`;
