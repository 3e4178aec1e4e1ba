/** The rows of the products that the search finds, drawn in steps. */
import { SearchX } from 'lucide-react';
import { useCallback, useMemo, useRef } from 'react';
import { Link } from 'wouter';
import type { Product } from '../../api/types';
import { useAfterPaint } from '../../lib/render/useAfterPaint';
import { useIncremental } from '../../lib/render/useIncremental';
import { useMedia, WIDE } from '../../lib/render/useMedia';
import { useRecycledKeys } from '../../lib/render/useRecycledKeys';
import { createSearchIndex } from '../../lib/search';
import { barcodeTexts } from '../../parts/scan/barcode';
import { Empty } from '../../ui/feedback/States';
import type { Open } from './InventoryDialogs';
import { ProductRow } from './ProductRow';
import { hasDrifted } from './rules/pricing';
import { filterProducts, isFiltered, sortProducts, type View } from './rules/view';
import { filters, tools, screen as words } from './strings';

/** Rows that fit a phone screen: the first step after the search result changes. */
const PHONE_ROWS = 10;
const ROWS = 24;

interface ProductListProps {
  products: readonly Product[];
  query: string;
  view: View;
  onClear: () => void;
  rate: number | undefined;
  canManage: boolean;
  onOpen: (open: Open) => void;
}

export function ProductList({ products, query, view, onClear, rate, canManage, onOpen }: ProductListProps) {
  const index = useMemo(() => {
    const shown = sortProducts(filterProducts(products, view), view.sort);
    return createSearchIndex(shown, (product) => [product.name, product.brand, ...codesOf(product)]);
  }, [products, view]);
  const result = useMemo(() => ({ query, view, found: index.find(query) }), [index, query, view]);
  // Most keystrokes do not change the result, and then nothing is rendered.
  const latest = useRef(result);
  if (!sameItems(latest.current.found, result.found)) latest.current = result;
  const shown = useAfterPaint(latest.current);
  const { found } = shown;
  const wide = useMedia(WIDE);
  const { visible, run, more, sentinel } = useIncremental(found, shown, wide ? ROWS : PHONE_ROWS, ROWS);
  const keys = useRecycledKeys(visible, run, idOf);
  const narrowed = query.trim() !== '' || isFiltered(view);
  const open = useCallback((id: number) => onOpen({ what: 'view', id }), [onOpen]);

  return (
    <>
      <h2 className="sr-only">{words.products}</h2>
      <p className="sr-only" role="status">
        {narrowed && words.found(result.found.length)}
      </p>
      {found.length === 0 ? (
        <Empty text={words.empty} icon={SearchX}>
          {products.length === 0 && canManage && (
            <Link className="action" href="/import">
              {tools.import}
            </Link>
          )}
          {narrowed && (
            <button type="button" className="secondary" onClick={onClear}>
              {isFiltered(view) ? filters.clear : words.clearSearch}
            </button>
          )}
        </Empty>
      ) : (
        <ul className="card rows" aria-label={words.products}>
          {visible.map((product, at) => (
            <ProductRow
              key={keys[at]}
              product={product}
              drifted={hasDrifted(product.exchangeRate, rate)}
              onOpen={open}
            />
          ))}
        </ul>
      )}
      {more && <div ref={sentinel} />}
    </>
  );
}

const idOf = (product: Product) => product.id;

/** Its own barcode and those of its packs, as they may be typed. */
const codesOf = ({ barcode, packs }: Product) =>
  [barcode, ...packs.map((pack) => pack.barcode)].flatMap(barcodeTexts);

function sameItems<T>(some: readonly T[], others: readonly T[]): boolean {
  return some.length === others.length && some.every((item, at) => item === others[at]);
}

const SKELETON_ROWS = 8;

/** The placeholder of the first load, in the shape of the screen. */
export function ListSkeleton() {
  return (
    <div className="stack shelf" aria-busy="true">
      <span className="sr-only">Loading</span>
      {['summary', 'search', 'chips'].map((line) => (
        <div key={line} className="skeleton" style={{ height: 'var(--touch)' }} />
      ))}
      <ul className="card rows">
        {Array.from({ length: SKELETON_ROWS }, (_, at) => (
          <li key={at} className="stock-row">
            <span className="grow skeleton" />
          </li>
        ))}
      </ul>
    </div>
  );
}
