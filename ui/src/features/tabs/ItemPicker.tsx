/** Chooses the products of a tab: search, list, quantities. */
import { useMemo, useState } from 'react';
import type { Product } from '../../api/types';
import { useStaged } from '../../lib/render/useStaged';
import { createSearchIndex } from '../../lib/search';
import type { Readable } from '../../ui/feedback/States';
import { Empty, Loaded } from '../../ui/feedback/States';
import { SearchField } from '../../ui/form/SearchField';
import { PickRow } from './PickRow';
import { changed, type Picks } from './picks';
import { adding as words } from './strings';

interface ItemPickerProps {
  products: Readable<readonly Product[]>;
  picks: Picks;
  locked: boolean;
  onPicks: (picks: Picks) => void;
}

export function ItemPicker({ products, picks, locked, onPicks }: ItemPickerProps) {
  const [query, setQuery] = useState('');
  const index = useMemo(
    () => createSearchIndex(products.data ?? [], ({ name, brand }) => [name, brand]),
    [products.data],
  );
  const found = index.find(query);
  const drawn = useStaged(found.length);
  return (
    <>
      <SearchField
        label={words.search}
        value={query}
        onValue={setQuery}
        // Enter in the search must not submit the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <Loaded query={products} errorText={words.productsFailed}>
        {() =>
          found.length === 0 ? (
            <Empty text={words.none} />
          ) : (
            <ul className="list">
              {found.slice(0, drawn).map((product) => (
                <PickRow
                  key={product.id}
                  product={product}
                  picked={picks.get(product.id) ?? 0}
                  locked={locked}
                  onChange={(by) => onPicks(changed(picks, product, by))}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}
