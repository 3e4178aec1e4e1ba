/** A line of a receipt, with what to give back of it: pieces, or an amount without goods. */
import type { Sale } from '../../../api/types';
import { fromServer } from '../../../lib/money/money';
import { Badge } from '../../../ui/Badge';
import { NumberField } from '../../../ui/form/NumberField';
import { Stepper } from '../../../ui/form/Stepper';
import { Money } from '../../../ui/money/Money';
import { allOf, isRefundable, type Part, piecesLeft, refundableText } from './refund';
import { words } from './strings';

interface RefundRowProps {
  sale: Sale;
  /** Null while the line is not chosen. */
  part: Part | null;
  error: string | null;
  /** Null takes the line out again. */
  onPart: (part: Part | null) => void;
}

export function RefundRow({ sale, part, error, onPart }: RefundRowProps) {
  const { quantity, productName, refundedQuantity, currency, voidedAt } = sale;
  const name = `${quantity} × ${productName}`;
  const left = piecesLeft(sale);
  return (
    <li className="refund-row">
      <span className="grow">
        <span className="name">{name}</span>
        <Money usd={fromServer(sale.grossUSD)} lrd={fromServer(sale.grossLRD)} leads={currency} />
        {refundedQuantity > 0 && isRefundable(sale) && (
          <Badge status="cancelled">{words.refunded(refundedQuantity, quantity)}</Badge>
        )}
      </span>
      {!isRefundable(sale) ? (
        <Badge status="cancelled">{voidedAt ? words.voided : words.allRefunded}</Badge>
      ) : part === null ? (
        <button
          type="button"
          className="secondary"
          aria-label={words.pick(name)}
          onClick={() => onPart(allOf(sale))}
        >
          {words.short}
        </button>
      ) : 'pieces' in part ? (
        <>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would take a row of its own. */}
          <span role="group" aria-label={words.pieces(productName, left)}>
            <Stepper
              value={part.pieces}
              canMore={part.pieces < left}
              onLess={() => onPart(part.pieces > 1 ? { pieces: part.pieces - 1 } : null)}
              onMore={() => onPart({ pieces: part.pieces + 1 })}
            />
          </span>
          <button type="button" className="quiet" onClick={() => onPart({ amount: '' })}>
            {words.byAmount}
          </button>
        </>
      ) : (
        <>
          <NumberField
            label={currency === 'USD' ? words.amountUSD : words.amountLRD}
            value={part.amount}
            error={error}
            hint={words.atMost(refundableText(sale))}
            onValue={(amount) => onPart({ amount })}
          />
          {left > 0 && (
            <button type="button" className="quiet" onClick={() => onPart(allOf(sale))}>
              {words.byPieces}
            </button>
          )}
        </>
      )}
    </li>
  );
}
