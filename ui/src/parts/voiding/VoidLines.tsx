/** The items of a receipt, to void some of them, whole or in part. For managers and admins. */
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { at } from '../../api/calls';
import { useWrite } from '../../api/forms/useWrite';
import { get, post } from '../../api/http/client';
import { OLDER_RECEIPTS, queryClient } from '../../api/http/query';
import type { Sale, VoidBody } from '../../api/types';
import { fromServer } from '../../lib/money/money';
import { Sheet } from '../../ui/dialog/Dialog';
import { Empty, ErrorState, Skeleton } from '../../ui/feedback/States';
import { toast } from '../../ui/feedback/toast';
import { moneyBackText, worthOf, worthText } from './moneyBack';
import { useReceiptLines } from './receiptLines';
import { words } from './strings';
import { VoidForm } from './VoidForm';
import { isRefunded, VoidRow } from './VoidRow';

/** Lists to fetch again after a void. */
const LISTS = [
  '/api/sales',
  '/api/receipts',
  '/api/products',
  '/api/credit',
  '/api/tabs',
  '/api/orders',
] as const;

/** Pieces to void, by the id of the sale line. */
type Chosen = Record<number, number>;

interface VoidLinesProps {
  receiptNumber: string;
  hasTip: boolean;
  onClose: () => void;
}

export default function VoidLines({ receiptNumber, hasTip, onClose }: VoidLinesProps) {
  const { found, lines } = useReceiptLines(receiptNumber);
  const [chosen, setChosen] = useState<Chosen>({});
  const [adding, setAdding] = useState(false);
  const open = lines?.filter((sale) => leftOf(sale) > 0) ?? [];
  // Another phone may have voided some of it meanwhile.
  const picked = open.filter(({ id }) => chosen[id]);
  const piecesOf = (sale: Sale) => Math.min(chosen[sale.id] ?? 0, leftOf(sale));
  const some = picked.length > 0;
  // The form stands below the chosen items: on a long receipt the others would hide it.
  const shown = some && !adding ? picked : lines;
  function choose(next: Chosen) {
    setChosen(next);
    setAdding(false);
  }
  return (
    <Sheet title={words.action} note={receiptNumber} onClose={onClose}>
      {lines && lines.length > 0 ? (
        <ul className="list">
          {shown?.map((sale) => (
            <VoidRow
              key={sale.id}
              sale={sale}
              left={leftOf(sale)}
              pieces={piecesOf(sale)}
              onPieces={(pieces) => choose({ ...chosen, [sale.id]: pieces })}
            />
          ))}
        </ul>
      ) : lines ? (
        <Empty text={words.none} />
      ) : found.isError ? (
        <ErrorState text={words.loadFailed} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton count={2} height="4rem" />
      )}
      {some && !adding && picked.length < open.length && (
        <button type="button" className="quiet" onClick={() => setAdding(true)}>
          {words.another}
        </button>
      )}
      {some ? (
        <Picked
          receiptNumber={receiptNumber}
          hasTip={hasTip}
          lines={picked.map((sale) => ({ sale, quantity: piecesOf(sale) }))}
          onKeep={() => choose({})}
          onDone={onClose}
        />
      ) : (
        <footer className={open.length > 1 ? 'pair' : undefined}>
          <button type="button" className="secondary" onClick={onClose}>
            {words.back}
          </button>
          {open.length > 1 && (
            <button
              type="button"
              className="secondary"
              onClick={() => choose(Object.fromEntries(open.map((sale) => [sale.id, leftOf(sale)])))}
            >
              {words.everything}
            </button>
          )}
        </footer>
      )}
    </Sheet>
  );
}

interface PickedProps {
  receiptNumber: string;
  hasTip: boolean;
  lines: { sale: Sale; quantity: number }[];
  onKeep: () => void;
  onDone: () => void;
}

/** Reason, refund and stock of the chosen items. */
function Picked({ receiptNumber, hasTip, lines, onKeep, onDone }: PickedProps) {
  const preview = at('/api/receipts/{receiptNumber}/refund', {
    receiptNumber,
    lines: lines.map(({ sale, quantity }) => `${sale.id}:${quantity}`).join(','),
  });
  // From the void on there is nothing left to ask about: the lists that it changes would ask again, and be refused.
  const sent = useRef(false);
  const back = useQuery({
    queryKey: [preview],
    queryFn: ({ signal }) => get(preview, signal),
    enabled: () => !sent.current,
  });
  const write = useWrite(
    async (body: VoidBody, options) => {
      sent.current = true;
      try {
        return await post(
          at('/api/receipts/{receiptNumber}/void', { receiptNumber }),
          { ...body, lines: lines.map(({ sale, quantity }) => ({ saleId: sale.id, quantity })) },
          options,
        );
      } catch (error) {
        sent.current = false;
        throw error;
      }
    },
    { refreshes: LISTS },
  );
  const [first] = lines;
  const paid = lines.some(({ sale }) => fromServer(sale.totalAmountUSD) > 0);
  const text = back.data && moneyBackText(back.data.tenders);
  const sentence = text ?? (back.data ? words.nothingBack : null);
  const worth = worthOf(back.data?.tenders ?? []);
  const anyWay = worthText(worth);
  return (
    <VoidForm
      what={`receipt:${receiptNumber}`}
      detail={sentence ? `${sentence.replace(/\.$/, '')}. ${words.removed}` : words.removed}
      detailOther={anyWay ? `${anyWay}. ${words.removed}` : words.removed}
      action={lines.length > 1 ? words.several(lines.length) : words.action}
      failed={words.failed}
      givesBack={paid && first ? first.sale.currency : null}
      worth={worth}
      hasTip={hasTip}
      write={write}
      onDone={({ refunds }) => {
        onDone();
        void queryClient.invalidateQueries({ queryKey: [OLDER_RECEIPTS] });
        const given = moneyBackText(refunds.flatMap(({ tenders }) => tenders));
        toast(lines.length > 1 ? words.doneSeveral(lines.length) : words.done, given ?? receiptNumber);
      }}
      onKeep={onKeep}
    />
  );
}

/** A line of which money was refunded cannot be voided. */
const leftOf = (sale: Sale) => (sale.voidedAt || isRefunded(sale) ? 0 : sale.quantity - sale.voidedQuantity);
