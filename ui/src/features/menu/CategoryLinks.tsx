/** Links to the categories of the menu. The one that is on the screen is marked. */
import { useEffect, useState } from 'react';
import type { MenuCategory } from './menuCategories';
import { words } from './strings';

/**
 * Shrinks the observed area to a line 30% below the top of the viewport: 30% is cut off above it, 70% below. The category
 * that crosses this line is the current one.
 */
const CURRENT_ROOT_MARGIN = '-30% 0px -70%';

export function CategoryLinks({ categories }: { categories: readonly MenuCategory[] }) {
  const [current, setCurrent] = useState(categories[0]?.category);
  // A string, because `categories` may be a new array at each render: the observer is set up again only when an id changes.
  const ids = categories.map(({ category }) => category).join(' ');

  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const intersecting = entries.find(({ isIntersecting }) => isIntersecting);
        if (intersecting) setCurrent(intersecting.target.id as MenuCategory['category']);
      },
      { rootMargin: CURRENT_ROOT_MARGIN },
    );
    for (const id of ids.split(' ')) {
      const element = document.getElementById(id);
      if (element) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [ids]);

  return (
    <nav aria-label={words.sections}>
      {categories.map(({ category, label }) => (
        <a key={category} href={`#${category}`} aria-current={category === current || undefined}>
          {label}
        </a>
      ))}
    </nav>
  );
}
