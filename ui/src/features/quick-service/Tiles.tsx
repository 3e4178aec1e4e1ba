/** The matching products by category, drawn in steps while scrolling. */
import { CATEGORIES } from '../../api/categories';
import type { Product } from '../../api/types';
import { useIncremental } from '../../lib/render/useIncremental';
import { Empty } from '../../ui/feedback/States';
import type { Cart } from './cart';
import { words } from './strings';
import { Tile } from './Tile';

interface TilesProps {
  products: readonly Product[];
  /** Search text and filter: the list starts over when it changes. */
  resetKey: string;
  cart: Cart;
  onAdd: (product: Product) => void;
  /** Clears search and filter; null when the bar has no products. */
  onShowAll: (() => void) | null;
}

export function Tiles({ products, resetKey, cart, onAdd, onShowAll }: TilesProps) {
  const { visible, more, sentinel } = useIncremental(products, resetKey);
  const inCart = new Map(cart.lines.map((line) => [line.productId, line.quantity]));
  if (products.length === 0) {
    return (
      <Empty text={words.noProducts}>
        {onShowAll && (
          <button type="button" className="secondary" onClick={onShowAll}>
            {words.clearFilter}
          </button>
        )}
      </Empty>
    );
  }
  return (
    <>
      {CATEGORIES.map(({ value, label }) => {
        const group = visible.filter((product) => product.category === value);
        if (group.length === 0) return null;
        return (
          <section key={value} className="stack aisle" aria-label={label}>
            <h2>{label}</h2>
            <div className="tiles">
              {group.map((product) => (
                <Tile
                  key={product.id}
                  product={product}
                  quantity={inCart.get(product.id) ?? 0}
                  onAdd={onAdd}
                />
              ))}
            </div>
          </section>
        );
      })}
      {more && <div ref={sentinel} />}
    </>
  );
}

export function TilesSkeleton() {
  return (
    <div className="tiles" aria-busy="true">
      <span className="sr-only">Loading</span>
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className="skeleton tile" />
      ))}
    </div>
  );
}
