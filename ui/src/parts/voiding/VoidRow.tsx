/** An item of a receipt, with the number of pieces to void. */
import type { Sale } from '../../api/types';
import { fromServer } from '../../lib/money/money';
import { Badge } from '../../ui/Badge';
import { Stepper } from '../../ui/form/Stepper';
import { Money } from '../../ui/money/Money';
import { words } from './strings';

export const isRefunded = ({ refundedAmount }: Sale): boolean => fromServer(refundedAmount) > 0;

interface VoidRowProps {
  sale: Sale;
  /** Pieces that can be voided. */
  left: number;
  /** Pieces to void. */
  pieces: number;
  onPieces: (pieces: number) => void;
}

export function VoidRow({ sale, left, pieces, onPieces }: VoidRowProps) {
  const { quantity, productName, voidedQuantity, currency } = sale;
  const name = `${quantity} × ${productName}`;
  return (
    <li>
      <span className="grow">
        <span className="name">{name}</span>
        <Money usd={fromServer(sale.totalAmountUSD)} lrd={fromServer(sale.totalAmountLRD)} leads={currency} />
        {left > 0 && voidedQuantity > 0 && (
          <Badge status="cancelled">{words.partVoided(voidedQuantity, quantity)}</Badge>
        )}
      </span>
      {left === 0 ? (
        <Badge status="cancelled">{isRefunded(sale) ? words.refunded : words.voided}</Badge>
      ) : pieces > 0 ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would take a row of its own.
        <span role="group" aria-label={words.pieces(productName, quantity)}>
          <Stepper
            value={pieces}
            onLess={() => onPieces(pieces - 1)}
            onMore={() => onPieces(pieces + 1)}
            canMore={pieces < left}
          />
        </span>
      ) : (
        <button
          type="button"
          className="secondary"
          aria-label={words.pick(name)}
          onClick={() => onPieces(left)}
        >
          {words.short}
        </button>
      )}
    </li>
  );
}
