/** Product picker of an order: sections with search, prices and stock. */
import { useId, useMemo, useState } from 'react';
import { useGet } from '../../../api/http/query';
import { priceOf } from '../../../api/prices';
import type { Product } from '../../../api/types';
import { useStaged } from '../../../lib/render/useStaged';
import { Empty, Loaded } from '../../../ui/feedback/States';
import { SearchField } from '../../../ui/form/SearchField';
import { Money } from '../../../ui/money/Money';
import { type Line, quantityOf } from '../../lines/lines';
import { StockNote } from '../../lines/StockNote';
import { PRODUCTS } from '../calls';
import { words as screenWords, picker as words } from '../strings';
import { firstOf, sectionsOf } from './pickerSections';

interface ProductPickerProps {
  lines: readonly Line[];
  onAdd: (product: Product) => void;
}

export function ProductPicker(props: ProductPickerProps) {
  const products = useGet(PRODUCTS);
  return (
    <Loaded query={products} errorText={screenWords.productsFailed}>
      {(list) => <PickerSections {...props} products={list} />}
    </Loaded>
  );
}

function PickerSections({ products, lines, onAdd }: ProductPickerProps & { products: Product[] }) {
  const [query, setQuery] = useState('');
  const sections = useMemo(() => sectionsOf(products, query), [products, query]);
  const drawn = useStaged(products.length);
  return (
    <>
      <SearchField label={words.search} value={query} onValue={setQuery} />
      {sections.length === 0 && <Empty text={words.none} />}
      {firstOf(sections, drawn).map(({ title, products: inSection }) => (
        <section key={title}>
          <h3>{title}</h3>
          <ul className="list">
            {inSection.map((product) => (
              <Row key={product.id} product={product} picked={quantityOf(lines, product.id)} onAdd={onAdd} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

interface RowProps {
  product: Product;
  picked: number;
  onAdd: (product: Product) => void;
}

function Row({ product, picked, onAdd }: RowProps) {
  const nameId = useId();
  const { name, brand, stock } = product;
  return (
    <li>
      <span className="grow">
        <span className="name" id={nameId}>
          {name}
        </span>
        {brand && <small>{brand}</small>}
        <StockNote stock={stock} />
      </span>
      <Money {...priceOf(product)} leads={product.currency} className="end" />
      <button
        type="button"
        className="soft"
        aria-describedby={nameId}
        disabled={stock <= 0 || picked >= stock}
        onClick={() => onAdd(product)}
      >
        {words.add}
        {picked > 0 && (
          <span className="count">
            {picked}
            <span className="sr-only">{words.selected}</span>
          </span>
        )}
      </button>
    </li>
  );
}
