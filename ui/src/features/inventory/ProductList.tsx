/** The cards of the products that the search finds, drawn in steps. */
import { SearchX } from 'lucide-react';
import { useMemo, useRef } from 'react';
import type { Product } from '../../api/types';
import { useAfterPaint } from '../../lib/render/useAfterPaint';
import { useIncremental } from '../../lib/render/useIncremental';
import { useMedia, WIDE } from '../../lib/render/useMedia';
import { useRecycledKeys } from '../../lib/render/useRecycledKeys';
import { createSearchIndex } from '../../lib/search';
import { Empty } from '../../ui/feedback/States';
import type { Open } from './InventoryDialogs';
import { ProductCard } from './ProductCard';
import { hasDrifted } from './rules/pricing';
import { screen as words } from './strings';

/** Cards that fit a phone screen: the first step after the search result changes. */
const PHONE_CARDS = 6;
const CARDS = 24;

interface ProductListProps {
  products: readonly Product[];
  query: string;
  onClear: () => void;
  rate: number | undefined;
  canManage: boolean;
  onOpen: (open: Open) => void;
}

export function ProductList({ products, query, onClear, rate, canManage, onOpen }: ProductListProps) {
  const index = useMemo(
    () => createSearchIndex(products, (product) => [product.name, product.brand, product.barcode]),
    [products],
  );
  const result = useMemo(() => ({ query, found: index.find(query) }), [index, query]);
  // Most keystrokes do not change the result, and then nothing is rendered.
  const latest = useRef(result);
  if (!sameItems(latest.current.found, result.found)) latest.current = result;
  const { query: searchedFor, found } = useAfterPaint(latest.current);
  const wide = useMedia(WIDE);
  const { visible, run, more, sentinel } = useIncremental(
    found,
    searchedFor,
    wide ? CARDS : PHONE_CARDS,
    CARDS,
  );
  const keys = useRecycledKeys(visible, run, idOf);
  const searched = query.trim() !== '';

  return (
    <>
      <h2 className="sr-only">{words.products}</h2>
      <p className="sr-only" role="status">
        {searched && words.found(result.found.length)}
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
          {visible.map((product, at) => (
            <ProductCard
              key={keys[at]}
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

const idOf = (product: Product) => product.id;

function sameItems<T>(some: readonly T[], others: readonly T[]): boolean {
  return some.length === others.length && some.every((item, at) => item === others[at]);
}

const SKELETON_CARDS = 6;

/** The placeholder of the first load, in the shape of the list. */
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
