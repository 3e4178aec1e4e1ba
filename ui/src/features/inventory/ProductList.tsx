/** The cards of the products that the search finds, drawn in steps. */
import { SearchX } from 'lucide-react';
import { Fragment, useMemo, useRef } from 'react';
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
import {
  filterProducts,
  type Group,
  groupProducts,
  isFiltered,
  sortProducts,
  type View,
  visibleGroups,
} from './rules/view';
import { filters, screen as words } from './strings';

/** Cards that fit a phone screen: the first step after the search result changes. */
const PHONE_CARDS = 6;
const CARDS = 24;

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
    return createSearchIndex(shown, (product) => [product.name, product.brand, product.barcode]);
  }, [products, view]);
  const result = useMemo(() => ({ query, view, found: index.find(query) }), [index, query, view]);
  // Most keystrokes do not change the result, and then nothing is rendered.
  const latest = useRef(result);
  if (!sameItems(latest.current.found, result.found)) latest.current = result;
  const { query: searchedFor, view: viewed, found } = useAfterPaint(latest.current);
  const wide = useMedia(WIDE);
  const { visible, run, more, sentinel } = useIncremental(
    found,
    useMemo(() => ({ searchedFor, viewed }), [searchedFor, viewed]),
    wide ? CARDS : PHONE_CARDS,
    CARDS,
  );
  const keys = useRecycledKeys(visible, run, idOf);
  const narrowed = query.trim() !== '' || isFiltered(view);
  const isGrouped = searchedFor.trim() === '' && viewed.sort === 'name';
  const groups = useMemo(() => (isGrouped ? groupProducts(found) : []), [isGrouped, found]);
  const shown: Group[] = isGrouped
    ? visibleGroups(groups, visible.length)
    : [{ key: 'all', heading: null, products: visible }];
  const keyOf = new Map(visible.map((product, at) => [product.id, keys[at]]));

  return (
    <>
      <h2 className="sr-only">{words.products}</h2>
      <p className="sr-only" role="status">
        {narrowed && words.found(result.found.length)}
      </p>
      {found.length === 0 ? (
        <Empty text={words.empty} icon={SearchX}>
          {narrowed && (
            <button type="button" className="secondary" onClick={onClear}>
              {isFiltered(view) ? filters.clear : words.clearSearch}
            </button>
          )}
        </Empty>
      ) : (
        shown.map(({ key, heading, products: cards }) => (
          <Fragment key={key}>
            {heading !== null && <h2 className="group">{heading}</h2>}
            <ul className="tiles products" aria-label={words.products}>
              {cards.map((product) => (
                <ProductCard
                  key={keyOf.get(product.id)}
                  product={product}
                  drifted={hasDrifted(product.exchangeRate, rate)}
                  canManage={canManage}
                  onOpen={onOpen}
                />
              ))}
            </ul>
          </Fragment>
        ))
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
