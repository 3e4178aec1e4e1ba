/** The items of a receipt, to void one of them. For managers and admins. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { at } from '../../api/calls';
import { useWrite } from '../../api/forms/useWrite';
import { post } from '../../api/http/client';
import { readAll } from '../../api/http/pages';
import type { Sale, VoidBody } from '../../api/types';
import { fromServer } from '../../lib/money/money';
import { Badge } from '../../ui/Badge';
import { Dialog, Sheet } from '../../ui/dialog/Dialog';
import { Empty, ErrorState, Skeleton } from '../../ui/feedback/States';
import { toast } from '../../ui/feedback/toast';
import { Money } from '../../ui/money/Money';
import { words } from './strings';
import { VoidForm } from './VoidForm';

/** Lists to fetch again after a void. */
const LISTS = [
  '/api/sales',
  '/api/receipts',
  '/api/products',
  '/api/credit',
  '/api/tabs',
  '/api/orders',
] as const;

interface VoidLinesProps {
  receiptNumber: string;
  onClose: () => void;
}

export default function VoidLines({ receiptNumber, onClose }: VoidLinesProps) {
  const url = linesUrl(receiptNumber);
  const found = useQuery({ queryKey: [url], queryFn: ({ signal }) => readAll(url, signal) });
  const [chosen, setChosen] = useState<Sale | null>(null);
  if (chosen) return <VoidLine sale={chosen} receiptNumber={receiptNumber} onDone={() => setChosen(null)} />;
  // The server sorts newest first; a receipt lists its items in the order of the sale.
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
  const write = useWrite(
    (body: VoidBody, options) => post(at('/api/sales/{id}/void', { id: sale.id }), body, options),
    { refreshes: LISTS },
  );
  return (
    <Dialog title={words.question(nameOf(sale))} note={receiptNumber} onClose={onDone}>
      <VoidForm
        what={`sale:${sale.id}`}
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

/** Limits the search to the day in the receipt number: `R-20261121-0007`. */
function linesUrl(receiptNumber: string) {
  const [, year, month, day] = /^R-(\d{4})(\d\d)(\d\d)-/.exec(receiptNumber) ?? [];
  return at('/api/sales', { q: receiptNumber, ...(day && { from: `${year}-${month}-${day}` }) });
}

const nameOf = ({ quantity, productName }: Sale) => `${quantity} × ${productName}`;
