/** The product picker of a sheet: search, chips and tiles, for orders and tabs. */
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useGet } from '../../api/http/query';
import type { Product } from '../../api/types';
import { useStaged } from '../../lib/render/useStaged';
import { Loaded } from '../../ui/feedback/States';
import { isOut, onSale } from '../stock/limit';
import { againFirst } from './again';
import { categoryGroups, filtersOf, firstOf, orderable, orderGroups } from './groups';
import { PickerHead } from './PickerHead';
import type { Ranking } from './ranking';
import { words } from './strings';
import { NoProducts, type Quantities, TileGroups, TilesSkeleton } from './TileGroups';
import { usePicker } from './usePicker';
import { useRanking } from './useRanking';

/** An EAN-13, which labels of scales are. */
const CODE = /^\d{13}$/;

interface ProductPickerProps {
  /** Orders have sections of their own and leave out what is in no category (product.md §4). */
  order?: boolean;
  /** Small tiles, three across on a phone. */
  dense?: boolean;
  /** Products that come first, because they were ordered before. */
  again?: readonly number[];
  quantities: Quantities;
  locked?: boolean;
  onAdd: (product: Product) => void;
  /** A code in the search that is no product's own, such as the label of a scale. Absent where none are taken. */
  onCode?: (code: string) => void;
  onLess: (product: Product) => void;
}

export function ProductPicker(props: ProductPickerProps) {
  const products = useGet('/api/products');
  const list = useMemo(() => onSale(products.data ?? []), [products.data]);
  return (
    <Loaded query={products} errorText={words.loadFailed} skeleton={<TilesSkeleton />}>
      {() => (props.order ? <OrderTiles {...props} products={list} /> : <Tiles {...props} products={list} />)}
    </Loaded>
  );
}

interface TilesProps extends Omit<ProductPickerProps, 'order'> {
  products: readonly Product[];
  /** Of an order: which drinks are featured. */
  ranking?: Ranking;
}

function OrderTiles({ products, ...props }: TilesProps) {
  const ranking = useRanking(products);
  const list = useMemo(() => orderable(products), [products]);
  return ranking ? <Tiles {...props} products={list} ranking={ranking} /> : <TilesSkeleton />;
}

function Tiles({ products, ranking, dense, again, quantities, locked, onAdd, onCode, onLess }: TilesProps) {
  const picker = usePicker(products);
  const { found } = picker;
  const groups = useMemo(
    () => againFirst(found, again, (list) => (ranking ? orderGroups(list, ranking) : categoryGroups(list))),
    [found, again, ranking],
  );
  const filters = useMemo(() => filtersOf(products), [products]);
  const drawn = useStaged(found.length);
  const place = usePlace(quantities);
  const add = useCallback((product: Product) => place.keep(() => onAdd(product)), [place.keep, onAdd]);
  const less = useCallback((product: Product) => place.keep(() => onLess(product)), [place.keep, onLess]);

  /** Adds the only match, or what the box finds for a code. */
  function enter() {
    const [only, ...others] = found;
    const typed = picker.query.trim();
    if (locked) return;
    if (!only && onCode && CODE.test(typed)) onCode(typed);
    else if (!only || others.length > 0 || isOut(only)) return;
    else onAdd(only);
    picker.setQuery('');
  }

  return (
    <div className={dense ? 'picker dense' : 'picker'} ref={place.root}>
      <div className="picker-head">
        <PickerHead picker={picker} filters={filters} onEnter={enter} />
      </div>
      {found.length === 0 && <NoProducts onShowAll={products.length > 0 ? picker.showAll : null} />}
      <TileGroups
        groups={firstOf(groups, drawn)}
        quantities={quantities}
        kind="sheet"
        locked={locked}
        onAdd={add}
        onLess={less}
      />
    </div>
  );
}

/** Keeps the tiles under the finger when a tap makes the list of selected items above them longer or shorter. */
function usePlace(quantities: Quantities) {
  const root = useRef<HTMLDivElement>(null);
  const before = useRef<number | null>(null);
  const keep = useCallback((change: () => void) => {
    before.current = root.current?.getBoundingClientRect().top ?? null;
    change();
  }, []);
  useLayoutEffect(() => {
    const scroller = root.current?.closest('article');
    if (!root.current || !scroller || before.current === null) return;
    scroller.scrollTop += root.current.getBoundingClientRect().top - before.current;
    before.current = null;
  }, [quantities]);
  return { root, keep };
}
