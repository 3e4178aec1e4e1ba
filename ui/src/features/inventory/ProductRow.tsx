/** One product in the list: name, group and brand, stock and price. The whole row is the target of the button that is its name. */
import { memo, useId } from 'react';
import type { Product } from '../../api/types';
import { formatRate } from '../../lib/format';
import { levelText } from '../../parts/stock/amount';
import { Price } from './Price';
import { groupOf, onlyCurrency } from './rules/pricing';
import { STOCK_LABEL, stockStatus, watched } from './rules/stock';
import { hints, panel, row as words } from './strings';

interface ProductRowProps {
  product: Product;
  /** The rate has moved since its prices were set. */
  drifted: boolean;
  onOpen: (id: number) => void;
}

export const ProductRow = memo(function ProductRow({ product, drifted, onOpen }: ProductRowProps) {
  const id = useId();
  const portions = watched(product);
  const status = portions === null ? 'ok' : stockStatus(portions);
  return (
    <li className="stock-row">
      <span className="grow">
        <h3>
          <button
            type="button"
            className="name"
            aria-describedby={`${id}-note ${id}-figures`}
            onClick={() => onOpen(product.id)}
          >
            {product.name}
          </button>
        </h3>
        <small id={`${id}-note`}>
          <span>
            <span>{groupOf(product)}</span>
            <Hints product={product} drifted={drifted} />
          </span>
          {product.brand && <span className="brand">{product.brand}</span>}
        </small>
      </span>
      <span id={`${id}-figures`} className="figures">
        {product.stock === null ? (
          <span className="stock">
            <small>{words.uncounted}</small>
          </span>
        ) : (
          <span className="stock" data-status={status === 'ok' ? undefined : status}>
            {portions !== null && <span className="sr-only">{STOCK_LABEL[status]}</span>}{' '}
            {levelText(product, product.stock)}
            {status !== 'ok' && <small aria-hidden="true">{words[status]}</small>}
          </span>
        )}
        <Price product={product} className="end" />
      </span>
    </li>
  );
});

/** The only currency it is priced in, whether guests see it, and whether its prices are old. */
function Hints({ product, drifted }: { product: Product; drifted: boolean }) {
  const only = onlyCurrency(product);
  return (
    <>
      {only && <span>{hints.only[only]}</span>}
      {product.recipe && <span>{hints.recipe}</span>}
      {product.forSale ? (
        product.isAvailable === 0 && <span>{hints.hidden}</span>
      ) : (
        <span>{hints.ingredient}</span>
      )}
      {product.soldOut && <span data-status="warning">{panel.soldOut}</span>}
      {product.needsCount && <span data-status="warning">{panel.needsCount}</span>}
      {drifted && product.exchangeRate !== null && (
        <span data-status="warning">{hints.drifted(formatRate(product.exchangeRate))}</span>
      )}
    </>
  );
}
