/** The share and count of products by category. */
import type { CSSProperties } from 'react';
import { CATEGORY_LABEL } from '../../../api/categories';
import type { Category } from '../../../api/types';
import type { Summary } from '../rules/summary';
import { summary as words } from '../strings';

/** One colour per category, as decoration beside its label. */
const TONE: Record<Category, string> = {
  drinks: 'var(--brand)',
  food: 'var(--info)',
  cigars: 'var(--ink-faint)',
  uncategorized: 'var(--credit)',
};

export function CategoryBreakdown({ categories }: Pick<Summary, 'categories'>) {
  const style = (category: Category, share?: number) =>
    ({ '--tone': TONE[category], ...(share === undefined ? {} : { '--share': share }) }) as CSSProperties;
  return (
    <section className="stack breakdown">
      <h2>{words.breakdown}</h2>
      <div className="meter" aria-hidden="true">
        {categories.map(({ category, count }) => (
          <i key={category} style={style(category, count)} />
        ))}
      </div>
      <ul className="legend">
        {categories.map(({ category, count }) => (
          <li key={category}>
            <i style={style(category)} />
            {CATEGORY_LABEL[category]} <b>{count}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}
