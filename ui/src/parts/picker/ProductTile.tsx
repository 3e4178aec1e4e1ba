/** One product of a picker: a tap adds one, and its count opens minus and plus. */
import { Plus } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { priceOf } from '../../api/prices';
import type { Product } from '../../api/types';
import { Badge } from '../../ui/Badge';
import { Stepper } from '../../ui/form/Stepper';
import { Money } from '../../ui/money/Money';
import { StockNote } from '../lines/StockNote';
import { words as lines } from '../lines/strings';
import { anyway, isOut, limitOf, type Stocked } from '../stock/limit';
import { STOCK_LEVEL_LABEL, stockLevelOf } from '../stock/stockLevel';
import { words } from './strings';

/** In a sheet the tile is an Add button with a stock badge (product.md §4). */
export type TileKind = 'till' | 'sheet';

interface ProductTileProps {
  product: Product;
  quantity: number;
  kind: TileKind;
  /** True while the request is being sent. */
  locked: boolean;
  /** Whether minus and plus are shown. */
  open: boolean;
  onAdd: (product: Product) => void;
  onLess: (product: Product) => void;
  /** Null closes minus and plus. */
  onOpen: (productId: number | null) => void;
}

/** The id of the product's name on its tile. */
export const tileId = (productId: number) => `pick-${productId}`;

/** Memoised: a tap renders two tiles, not two hundred. */
export const ProductTile = memo(function ProductTile(props: ProductTileProps) {
  const { product, quantity, kind, locked, open, onAdd, onOpen } = props;
  const { id, name, brand, currency } = product;
  const out = isOut(product);
  const toggle = useRef<HTMLButtonElement>(null);
  const sheet = kind === 'sheet';
  const nameId = tileId(id);
  const figuresId = `${nameId}-figures`;
  const countId = `${nameId}-count`;

  useEffect(() => {
    if (!open) return;
    // A tap on a disabled minus takes the focus away, so the whole page listens. Escape closes minus and plus, not their sheet.
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      onOpen(null);
      toggle.current?.focus();
    }
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [open, onOpen]);

  return (
    <li className="pick">
      <button
        type="button"
        className="tile"
        disabled={locked || out}
        data-status={out ? 'out' : undefined}
        onClick={() => onAdd(product)}
        {...(sheet
          ? { 'aria-label': words.addOf(name), 'aria-describedby': `${figuresId} ${countId}` }
          : { 'aria-pressed': quantity > 0 })}
      >
        <span className="name" id={nameId}>
          {name}
        </span>
        {/* A brand that the name says already is not said twice. */}
        <span className="note">
          {brand && !name.toLowerCase().startsWith(brand.toLowerCase()) ? brand : ''}
        </span>
        <span className="figures" id={figuresId}>
          {sheet && <StockNote product={product} />}
          <span className="foot">
            <Money {...priceOf(product)} leads={currency} />
            {sheet ? <span className="add">{!out && <Plus />}</span> : <StockHint product={product} />}
          </span>
        </span>
        {quantity > 0 && (
          <span className="count" id={countId}>
            {quantity}
            <span className="sr-only">{sheet ? words.selected : words.inCart}</span>
          </span>
        )}
      </button>
      {(quantity > 0 || open) && (
        <button
          ref={toggle}
          type="button"
          className="quiet change"
          aria-label={words.change}
          aria-describedby={nameId}
          aria-expanded={open}
          onClick={() => onOpen(open ? null : id)}
        />
      )}
      {out && !product.soldOut && product.isAvailable === 1 && !locked && (
        <button
          type="button"
          className="secondary anyway"
          aria-describedby={nameId}
          onClick={() => onAdd(anyway(product))}
        >
          {words.anyway}
        </button>
      )}
      {open && <TileStepper {...props} nameId={nameId} onNone={() => toggle.current?.focus()} />}
    </li>
  );
});

interface TileStepperProps extends ProductTileProps {
  nameId: string;
  /** The last one was taken away: the button that has the focus is disabled. */
  onNone: () => void;
}

/** Stays open at 0, so that one tap too many does not reach the tile below it. */
function TileStepper({ product, quantity, locked, nameId, onAdd, onLess, onNone }: TileStepperProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a default style
    <span className="on-tile" role="group" aria-labelledby={nameId}>
      <Stepper
        value={quantity}
        canLess={!locked && quantity > 0}
        canMore={!locked && quantity < limitOf(product)}
        onLess={() => {
          if (quantity === 1) onNone();
          onLess(product);
        }}
        onMore={() => onAdd(product)}
      />
    </span>
  );
}

/** Only low and out have a colour. Screen readers get the full label. */
function StockHint({ product }: { product: Stocked }) {
  const { portions } = product;
  const level = stockLevelOf(product);
  if (level === 'out') {
    return (
      <Badge status="out">
        {words.out}
        <span className="sr-only">{words.ofStock}</span>
      </Badge>
    );
  }
  if (portions === null) return null;
  const hint =
    level === 'check' ? (
      STOCK_LEVEL_LABEL.check
    ) : (
      <>
        <span className="sr-only">{STOCK_LEVEL_LABEL[level]}, </span>
        {lines.left(portions)}
      </>
    );
  return level === 'ok' ? <small>{hint}</small> : <Badge status="low">{hint}</Badge>;
}
