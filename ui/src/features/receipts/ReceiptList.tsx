/** The list of receipts, each with a View button. */
import { ReceiptText } from 'lucide-react';
import { openReceipt } from '../../api/openReceipt';
import type { Receipt } from '../../api/types';
import { formatDateTime } from '../../lib/format';
import { fromServer } from '../../lib/money/money';
import { useIncremental } from '../../lib/render/useIncremental';
import { useMethodName } from '../../parts/payment/useMethodName';
import { Badge } from '../../ui/Badge';
import { Empty } from '../../ui/feedback/States';
import { Money } from '../../ui/money/Money';
import { words } from './strings';

interface ReceiptListProps {
  receipts: readonly Receipt[];
  /** The search text; '' for all. */
  query: string;
  /** Older receipts have not been searched yet. */
  unfinished: boolean;
  onShowAll: () => void;
}

export function ReceiptList({ receipts, query, unfinished, onShowAll }: ReceiptListProps) {
  const { visible, more, sentinel } = useIncremental(receipts, query);
  const nameOf = useMethodName();
  if (receipts.length === 0 && unfinished) return null;
  if (receipts.length === 0) {
    return (
      <Empty icon={ReceiptText} text={query ? words.noneFound : words.none}>
        {query && (
          <button type="button" className="secondary" onClick={onShowAll}>
            {words.showAll}
          </button>
        )}
      </Empty>
    );
  }
  return (
    <div className="card">
      <ul className="list">
        {visible.map((receipt) => (
          <Row key={receipt.id} receipt={receipt} method={nameOf(receipt.paymentMethod)} />
        ))}
      </ul>
      {more && <div ref={sentinel} />}
    </div>
  );
}

function Row({ receipt, method }: { receipt: Receipt; method: string }) {
  const { receiptNumber, customerName, createdAt } = receipt;
  const nameId = `receipt-${receipt.id}`;
  return (
    <li className="receipt-row">
      <span className="grow">
        <span className="name" id={nameId}>
          {receiptNumber}
        </span>
        {receipt.kind === 'refund' && <Badge status="info">{words.refund}</Badge>}
        {receipt.voided !== 'none' && <Badge status="cancelled">{words.badges[receipt.voided]}</Badge>}
        <small>
          {customerName ?? words.walkIn} · {method}
        </small>
        <small className="date">{formatDateTime(createdAt)}</small>
      </span>
      <Money
        total
        usd={fromServer(receipt.totalAmountUSD)}
        lrd={fromServer(receipt.totalAmountLRD)}
        className="end"
      />
      <button
        type="button"
        className="secondary"
        aria-describedby={nameId}
        onClick={() => openReceipt(receiptNumber)}
      >
        {words.view}
      </button>
    </li>
  );
}
