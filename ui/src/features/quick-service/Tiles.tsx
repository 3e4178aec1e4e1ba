/** The matching products on the till: favourites first, then by category; drawn in steps while scrolling. */
import { useMemo } from 'react';
import type { Product } from '../../api/types';
import { useIncremental } from '../../lib/render/useIncremental';
import { quantitiesOf } from '../../parts/lines/lines';
import {
  categoryGroups,
  favouritesFirst,
  firstOf,
  flat,
  type Group,
  oneGroup,
} from '../../parts/picker/groups';
import { tileId } from '../../parts/picker/ProductTile';
import type { Ranking } from '../../parts/picker/ranking';
import { NoProducts, TileGroups, type TilesHandlers, TilesSkeleton } from '../../parts/picker/TileGroups';
import { useFavouritesHidden } from '../../parts/picker/useFavouritesHidden';
import type { Picker } from '../../parts/picker/usePicker';
import { useRanking } from '../../parts/picker/useRanking';
import type { Cart } from './cart';
import { words } from './strings';

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
  const searched = picker.query.trim() !== '';
  const [hidden, hide] = useFavouritesHidden(username);
  const groups = useMemo(() => {
    if (everything) return favouritesFirst(found, ranking, hidden);
    return searched ? oneGroup(words.results, found) : categoryGroups(found);
  }, [found, everything, searched, ranking, hidden]);
  const tiles = useMemo(() => flat(groups), [groups]);
  const { visible, more, sentinel, reach } = useIncremental(
    tiles,
    `${picker.shownCategory} ${picker.query} ${hidden}`,
  );
  const inCart = useMemo(() => quantitiesOf(cart.lines), [cart.lines]);
  if (tiles.length === 0) return <NoProducts onShowAll={products.length > 0 ? picker.showAll : null} />;
  return (
    <>
      <TileGroups
        {...handlers}
        groups={firstOf(groups, visible.length)}
        quantities={inCart}
        kind="till"
        jumps={(title) => (
          <SectionChips
            group={groups.find((group) => group.title === title)}
            onJump={(first) => {
              reach(tiles.indexOf(first) + A_ROW);
              requestAnimationFrame(() => showTile(first));
            }}
          />
        )}
        onHide={hide}
      />
      {more && <div ref={sentinel} />}
    </>
  );
}

/** What is drawn beyond the product that a chip leads to. */
const A_ROW = 8;

function showTile({ id }: Product) {
  document.getElementById(tileId(id))?.closest('li')?.scrollIntoView({ block: 'center' });
}

interface SectionChipsProps {
  group: Group | undefined;
  onJump: (first: Product) => void;
}

/** The sections of a group: each leads to its first product. The tiles flow on, so that a section of one leaves no hole. */
function SectionChips({ group, onJump }: SectionChipsProps) {
  const sections = group?.sections ?? [];
  if (sections.length < 2) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a default style
    <div className="jumps scroller" role="group" aria-label={words.jump}>
      {sections.map(({ title, products }) => (
        <button
          key={title}
          type="button"
          className="secondary small"
          onClick={() => products[0] && onJump(products[0])}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
