/** What a picker shows: its search, its category, and the products that match both. */
import { useMemo, useState } from 'react';
import type { Product } from '../../api/types';
import { useAfterPaint } from '../../lib/render/useAfterPaint';
import { productFinder } from './find';
import type { CategoryFilter } from './groups';

export interface Picker {
  query: string;
  setQuery: (query: string) => void;
  /** The chosen category, marked at once. */
  category: CategoryFilter;
  setCategory: (category: CategoryFilter) => void;
  /** The category of `found`, one paint later. */
  shownCategory: CategoryFilter;
  found: readonly Product[];
  /** Neither searched nor filtered. */
  everything: boolean;
  showAll: () => void;
}

export function usePicker(products: readonly Product[]): Picker {
  const [query, setQuery] = useState('');
  const [category, setCategory] = useState<CategoryFilter>('all');
  const shownCategory = useAfterPaint(category);
  const find = useMemo(() => productFinder(products), [products]);
  const found = useMemo(
    () => find(query).filter((product) => shownCategory === 'all' || product.category === shownCategory),
    [find, query, shownCategory],
  );
  return {
    query,
    setQuery,
    category,
    setCategory,
    shownCategory,
    found,
    everything: query.trim() === '' && shownCategory === 'all',
    showAll() {
      setQuery('');
      setCategory('all');
    },
  };
}
