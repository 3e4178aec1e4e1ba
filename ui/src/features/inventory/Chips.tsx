/** What the list shows: everything, what is low or out, one category, or the section that was chosen in the tools. */
import { CATEGORIES } from '../../api/categories';
import type { Category, Product } from '../../api/types';
import { sectionKey } from '../../lib/sections';
import { Choices } from '../../ui/form/Choices';
import type { Summary } from './rules/summary';
import { type Filter, type Level, NO_FILTER } from './rules/view';
import { filters as words } from './strings';

/** The value of the chip of a section, which no category has. */
const SECTION = 'section';

interface ChipsProps {
  products: readonly Product[];
  figures: Summary;
  filter: Filter;
  onFilter: (filter: Filter) => void;
}

export function Chips({ products, figures, filter, onFilter }: ChipsProps) {
  const { category, section, level } = filter;
  const chosen = products.find((product) => sectionKey(product.section) === section)?.section;
  const has = (value: Category) => figures.categories.some((of) => of.category === value);
  return (
    <Choices<string>
      label={words.show}
      value={level || (section ? SECTION : category)}
      onValue={(value) => onFilter(filterOf(value))}
      options={[
        { value: '', label: words.all },
        ...(section ? [{ value: SECTION, label: chosen ?? section }] : []),
        { value: 'low', label: words.low, count: figures.low },
        { value: 'out', label: words.out, count: figures.out },
        ...(figures.needsCount > 0 || level === 'count'
          ? [{ value: 'count', label: words.needsCount, count: figures.needsCount }]
          : []),
        ...(figures.ingredients > 0 || level === 'ingredient'
          ? [{ value: 'ingredient', label: words.ingredients, count: figures.ingredients }]
          : []),
        ...CATEGORIES.filter(({ value }) => value !== 'uncategorized' || has(value)),
      ]}
    />
  );
}

/** The filter of a chip. The chip of a section is chosen already while it is there. */
function filterOf(value: string): Filter {
  if (isLevel(value)) return { ...NO_FILTER, level: value };
  return { ...NO_FILTER, category: value as Filter['category'] };
}

const isLevel = (value: string): value is Level =>
  value === 'low' || value === 'out' || value === 'count' || value === 'ingredient';
