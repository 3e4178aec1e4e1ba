/** The matching products on the till: favourites first, then by category; drawn in steps while scrolling. */
import { useMemo } from 'react';
import type { Product } from '../../api/types';
import { useIncremental } from '../../lib/render/useIncremental';
import { categoryGroups, favouritesFirst, firstOf, flat } from '../../parts/picker/groups';
import type { Ranking } from '../../parts/picker/ranking';
import { NoProducts, TileGroups, type TilesHandlers, TilesSkeleton } from '../../parts/picker/TileGroups';
import { useFavouritesHidden } from '../../parts/picker/useFavouritesHidden';
import type { Picker } from '../../parts/picker/usePicker';
import { useRanking } from '../../parts/picker/useRanking';
import type { Cart } from './cart';

interface TilesProps extends TilesHandlers {
  picker: Picker;
  products: readonly Product[];
  cart: Cart;
  username: string;
}

export function Tiles(props: TilesProps) {
  const ranking = useRanking(props.products);
  return ranking ? <RankedTiles {...props} ranking={ranking} /> : <TilesSkeleton />;
}

function RankedTiles({
  picker,
  products,
  cart,
  username,
  ranking,
  ...handlers
}: TilesProps & { ranking: Ranking }) {
  const { found, everything } = picker;
  const [hidden, hide] = useFavouritesHidden(username);
  const groups = useMemo(
    () => (everything ? favouritesFirst(found, ranking, hidden) : categoryGroups(found)),
    [found, everything, ranking, hidden],
  );
  const tiles = useMemo(() => flat(groups), [groups]);
  const { visible, more, sentinel } = useIncremental(
    tiles,
    `${picker.shownCategory} ${picker.query} ${hidden}`,
  );
  const inCart = useMemo(
    () => new Map(cart.lines.map((line) => [line.productId, line.quantity])),
    [cart.lines],
  );
  if (tiles.length === 0) return <NoProducts onShowAll={products.length > 0 ? picker.showAll : null} />;
  return (
    <>
      <TileGroups
        {...handlers}
        groups={firstOf(groups, visible.length)}
        quantities={inCart}
        kind="till"
        onHide={hide}
      />
      {more && <div ref={sentinel} />}
    </>
  );
}
