/** Refund: money goes back for lines of a receipt, and the sale stays. It makes a receipt of its own. */
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { at } from '../../../api/calls';
import { useWrite } from '../../../api/forms/useWrite';
import { get, post } from '../../../api/http/client';
import { OLDER_RECEIPTS, queryClient } from '../../../api/http/query';
import { openReceipt } from '../../../api/openReceipt';
import type { Sale, VoidBody } from '../../../api/types';
import { moneyBackText, worthOf, worthText } from '../../../parts/voiding/moneyBack';
import { useReceiptLines } from '../../../parts/voiding/receiptLines';
import { VoidForm } from '../../../parts/voiding/VoidForm';
import { Sheet } from '../../../ui/dialog/Dialog';
import { Empty, ErrorState, Skeleton } from '../../../ui/feedback/States';
import { toast } from '../../../ui/feedback/toast';
import { RefundRow } from './RefundRow';
import { askedOf, type Chosen, isRefundable, itemOf, mistakeOf, type Part, type RefundItem } from './refund';
import { words } from './strings';

/** Lists to fetch again after a refund. */
const LISTS = [
  '/api/sales',
  '/api/receipts',
  '/api/products',
  '/api/credit',
  '/api/tabs',
  '/api/payments',
] as const;

interface RefundSheetProps {
  receiptNumber: string;
  onClose: () => void;
}

export default function RefundSheet({ receiptNumber, onClose }: RefundSheetProps) {
  const { found, lines } = useReceiptLines(receiptNumber);
  const [chosen, setChosen] = useState<Chosen>({});
  const [tried, setTried] = useState(false);
  const picked = lines?.filter((sale) => isRefundable(sale) && chosen[sale.id]) ?? [];
  const partOf = (sale: Sale): Part | null => chosen[sale.id] ?? null;
  const wrong = picked.some((sale) => mistakeOf(sale, chosen[sale.id] as Part) !== null);
  function choose(sale: Sale, part: Part | null) {
    const { [sale.id]: _, ...others } = chosen;
    setChosen(part ? { ...others, [sale.id]: part } : others);
  }
  return (
    <Sheet title={words.title} note={receiptNumber} onClose={onClose}>
      {lines && lines.length > 0 ? (
        <ul className="list">
          {lines.map((sale) => (
            <RefundRow
              key={sale.id}
              sale={sale}
              part={partOf(sale)}
              error={tried && chosen[sale.id] ? mistakeOf(sale, chosen[sale.id] as Part) : null}
              onPart={(part) => choose(sale, part)}
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
      {picked.length > 0 ? (
        <Picked
          receiptNumber={receiptNumber}
          currency={picked[0]?.currency ?? 'USD'}
          items={wrong ? null : picked.map((sale) => itemOf(sale, chosen[sale.id] as Part))}
          onTried={() => setTried(true)}
          onKeep={() => setChosen({})}
          onDone={onClose}
        />
      ) : (
        <footer>
          <button type="button" className="secondary" onClick={onClose}>
            {words.back}
          </button>
        </footer>
      )}
    </Sheet>
  );
}

interface PickedProps {
  receiptNumber: string;
  currency: Sale['currency'];
  /** Null while an amount is missing or wrong. */
  items: RefundItem[] | null;
  /** Called when it is sent although an amount is wrong. */
  onTried: () => void;
  onKeep: () => void;
  onDone: () => void;
}

/** Reason, money and stock of the chosen lines. */
function Picked({ receiptNumber, currency, items, onTried, onKeep, onDone }: PickedProps) {
  const [returnToStock, setReturnToStock] = useState(false);
  const asked = at('/api/receipts/{receiptNumber}/refundable', {
    receiptNumber,
    items: askedOf(items ?? []),
  });
  // From the refund on there is nothing left to ask about: the lists that it changes would ask again, and be refused.
  const sent = useRef(false);
  const back = useQuery({
    queryKey: [asked],
    queryFn: ({ signal }) => get(asked, signal),
    enabled: () => !sent.current && items !== null,
  });
  const write = useWrite(
    async ({ reason, reasonId, refund }: VoidBody, options) => {
      sent.current = true;
      try {
        return await post(
          at('/api/receipts/{receiptNumber}/refund', { receiptNumber }),
          { items: items ?? [], reason, reasonId, refund, returnToStock },
          options,
        );
      } catch (error) {
        sent.current = false;
        throw error;
      }
    },
    { refreshes: LISTS },
  );
  const checked = {
    ...write,
    run(body: VoidBody) {
      if (items !== null) return write.run(body);
      onTried();
      return Promise.resolve(undefined);
    },
  };
  const tenders = back.data?.tenders ?? [];
  const text = back.data && (moneyBackText(tenders) ?? words.nothingBack);
  const worth = worthOf(tenders);
  const anyWay = worthText(worth);
  return (
    <VoidForm
      what={`refund:${receiptNumber}`}
      detail={text ? `${text.replace(/\.$/, '')}. ${words.stays}` : words.stays}
      detailOther={anyWay ? `${anyWay}. ${words.stays}` : words.stays}
      action={words.action}
      failed={words.failed}
      stock={
        <label className="row switch">
          <input
            type="checkbox"
            checked={returnToStock}
            onChange={(event) => setReturnToStock(event.currentTarget.checked)}
          />
          {words.toStock}
        </label>
      }
      givesBack={back.data && tenders.length === 0 ? null : currency}
      worth={worth}
      hasTip={false}
      write={checked}
      onDone={({ receipt, payment }) => {
        onDone();
        void queryClient.invalidateQueries({ queryKey: [OLDER_RECEIPTS] });
        const { receiptNumber: number } = receipt;
        toast(words.done, (payment && moneyBackText(payment.tenders)) ?? number, {
          label: words.viewReceipt,
          onSelect: () => openReceipt(number),
        });
      }}
      onKeep={onKeep}
    />
  );
}
