/** Links to the sections of the menu; the one that is on the screen is marked. */
import { useEffect, useState } from 'react';
import type { Section } from './sections';
import { words } from './strings';

/**
 * Shrinks the observed area to a line 30% below the top of the viewport: 30% is cut off above it, 70% below. The section
 * that crosses this line is the current one.
 */
const CURRENT_SECTION_ROOT_MARGIN = '-30% 0px -70%';

export function SectionLinks({ sections }: { sections: readonly Section[] }) {
  const [current, setCurrent] = useState(sections[0]?.category);
  // A string, because `sections` may be a new array at each render: the observer is set up again only when an id changes.
  const ids = sections.map(({ category }) => category).join(' ');

  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const intersecting = entries.find(({ isIntersecting }) => isIntersecting);
        if (intersecting) setCurrent(intersecting.target.id as Section['category']);
      },
      { rootMargin: CURRENT_SECTION_ROOT_MARGIN },
    );
    for (const id of ids.split(' ')) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [ids]);

  return (
    <nav aria-label={words.sections}>
      {sections.map(({ category, label }) => (
        <a key={category} href={`#${category}`} aria-current={category === current || undefined}>
          {label}
        </a>
      ))}
    </nav>
  );
}
