/** Filters and sorting of the inventory list: category, section, stock, order. */
import { CATEGORIES } from '../../api/categories';
import type { Category, Product } from '../../api/types';
import { STOCK_LABEL } from './rules/stock';
import { type SortKey, sectionChoices, type View } from './rules/view';
import { filters as words } from './strings';

interface FiltersProps {
  products: readonly Product[];
  view: View;
  onView: (change: Partial<View>) => void;
}

export function Filters({ products, view, onView }: FiltersProps) {
  const sections = sectionChoices(products, view.category);
  return (
    <div className="filters">
      <Choice<Category | ''>
        label={words.category}
        value={view.category}
        options={[{ value: '', label: words.allCategories }, ...CATEGORIES]}
        onValue={(category) => onView({ category, section: '' })}
      />
      {sections.length > 0 && (
        <Choice
          label={words.section}
          value={view.section}
          options={[{ value: '', label: words.allSections }, ...sections]}
          onValue={(section) => onView({ section })}
        />
      )}
      <Choice<View['level']>
        label={words.level}
        value={view.level}
        options={[
          { value: '', label: words.anyLevel },
          { value: 'low', label: STOCK_LABEL.low },
          { value: 'out', label: STOCK_LABEL.out },
        ]}
        onValue={(level) => onView({ level })}
      />
      <Choice<SortKey>
        label={words.sort}
        value={view.sort}
        options={words.orders}
        onValue={(sort) => onView({ sort })}
      />
    </div>
  );
}

interface ChoiceProps<V extends string> {
  label: string;
  value: V;
  options: readonly { value: V; label: string }[];
  onValue: (value: V) => void;
}

function Choice<V extends string>({ label, value, options, onValue }: ChoiceProps<V>) {
  return (
    <select aria-label={label} value={value} onChange={(event) => onValue(event.currentTarget.value as V)}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
