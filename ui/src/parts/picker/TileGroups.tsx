/** The tiles of a picker under the titles of their groups and sections. */
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import type { Product } from '../../api/types';
import { Empty } from '../../ui/feedback/States';
import type { Group } from './groups';
import { ProductTile, type TileKind } from './ProductTile';
import { words } from './strings';
import './picker.css';

/** How many of each product are in the cart or selected, by product id. */
export type Quantities = ReadonlyMap<number, number>;

export interface TilesHandlers {
  onAdd: (product: Product) => void;
  onLess: (product: Product) => void;
  /** Shows or hides a group that can be hidden. */
  onHide?: (hidden: boolean) => void;
}

interface TileGroupsProps extends TilesHandlers {
  groups: readonly Group[];
  quantities: Quantities;
  kind: TileKind;
  locked?: boolean;
  /** On the till, where the tiles of all sections flow on: the chips that jump to a section of this group. */
  jumps?: (title: string) => ReactNode;
}

export function TileGroups({
  groups,
  quantities,
  kind,
  locked = false,
  jumps = () => null,
  onAdd,
  onLess,
  onHide,
}: TileGroupsProps) {
  const [openId, setOpenId] = useState<number | null>(null);
  const add = useCallback(
    (product: Product) => {
      setOpenId((open) => (open === product.id ? open : null));
      onAdd(product);
    },
    [onAdd],
  );
  const tile = (product: Product) => (
    <ProductTile
      key={product.id}
      product={product}
      quantity={quantities.get(product.id) ?? 0}
      kind={kind}
      locked={locked}
      open={openId === product.id}
      onAdd={add}
      onLess={onLess}
      onOpen={setOpenId}
    />
  );
  const flows = kind === 'till';
  const [Title, Subtitle] = kind === 'till' ? (['h2', 'h3'] as const) : (['h3', 'h4'] as const);
  return (
    <>
      {groups.map(({ title, sections, hidden }) => (
        <section key={title} className="stack aisle" aria-label={title}>
          <Title>
            {hidden === undefined ? (
              title
            ) : (
              <button
                type="button"
                className="quiet fold"
                aria-expanded={!hidden}
                onClick={() => onHide?.(!hidden)}
              >
                {title}
                <ChevronDown />
              </button>
            )}
          </Title>
          {flows
            ? sections.length > 0 && (
                <TileSection title={jumps(title)}>
                  {sections.flatMap(({ products }) => products.map(tile))}
                </TileSection>
              )
            : sections.map((section) => (
                <TileSection
                  key={section.title}
                  title={section.title && <Subtitle>{section.title}</Subtitle>}
                >
                  {section.products.map(tile)}
                </TileSection>
              ))}
        </section>
      ))}
    </>
  );
}

function TileSection({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <>
      {title}
      <ul className="tiles">{children}</ul>
    </>
  );
}

/** `onShowAll` clears search and filter; null when there are no products at all. */
export function NoProducts({ onShowAll }: { onShowAll: (() => void) | null }) {
  return (
    <Empty text={words.none}>
      {onShowAll && (
        <button type="button" className="secondary" onClick={onShowAll}>
          {words.showAll}
        </button>
      )}
    </Empty>
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
