/** The cards of the products that the search finds, drawn in steps. */
import { SearchX } from 'lucide-react';
import { useMemo } from 'react';
import type { Product } from '../../api/types';
import { createSearchIndex } from '../../lib/search';
import { useAfterPaint } from '../../lib/useAfterPaint';
import { useIncremental } from '../../lib/useIncremental';
import { Empty } from '../../ui/States';
import type { Open } from './InventoryDialogs';
import { ProductCard } from './ProductCard';
import { hasDrifted } from './rules/pricing';
import { screen as words } from './strings';

interface ProductListProps {
  products: readonly Product[];
  query: string;
  onClear: () => void;
  rate: number | undefined;
  canManage: boolean;
  onOpen: (open: Open) => void;
}

export function ProductList({ products, query: typed, onClear, rate, canManage, onOpen }: ProductListProps) {
  const query = useAfterPaint(typed);
  const index = useMemo(
    () => createSearchIndex(products, (product) => [product.name, product.brand, product.barcode]),
    [products],
  );
  const found = useMemo(() => index.find(query), [index, query]);
  const { visible, more, sentinel } = useIncremental(found, query);
  const searched = query.trim() !== '';

  return (
    <>
      <h2 className="sr-only">{words.products}</h2>
      <p className="sr-only" role="status">
        {searched && words.found(found.length)}
      </p>
      {found.length === 0 ? (
        <Empty text={words.empty} icon={SearchX}>
          {searched && (
            <button type="button" className="secondary" onClick={onClear}>
              {words.clearSearch}
            </button>
          )}
        </Empty>
      ) : (
        <ul className="tiles products" aria-label={words.products}>
          {visible.map((product) => (
            <ProductCard
              key={product.id}
              product={product}
              drifted={hasDrifted(product.exchangeRate, rate)}
              canManage={canManage}
              onOpen={onOpen}
            />
          ))}
        </ul>
      )}
      {more && <div ref={sentinel} />}
    </>
  );
}

const SKELETON_CARDS = 6;

/** The first load, in the shape of what comes. */
export function ListSkeleton() {
  return (
    <div className="stack" aria-busy="true">
      <span className="sr-only">Loading</span>
      <div className="tiles stats">
        {Array.from({ length: 4 }, (_, at) => (
          <div key={at} className="skeleton card stat" />
        ))}
      </div>
      <div className="skeleton" style={{ height: 'var(--touch)' }} />
      <div className="tiles products">
        {Array.from({ length: SKELETON_CARDS }, (_, at) => (
          <div key={at} className="skeleton card product" />
        ))}
      </div>
    </div>
  );
}
