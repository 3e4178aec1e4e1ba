/** Links to the sections of the menu; the one that is being read is marked. */
import { useEffect, useState } from 'react';
import type { Section } from './sections';
import { words } from './strings';

/** A section is being read once its top has passed this part of the screen. */
const READING_LINE = '-30% 0px -70%';

export function SectionLinks({ sections }: { sections: readonly Section[] }) {
  const [current, setCurrent] = useState(sections[0]?.category);
  const ids = sections.map(({ category }) => category).join(' ');

  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const read = entries.find(({ isIntersecting }) => isIntersecting);
        if (read) setCurrent(read.target.id as Section['category']);
      },
      { rootMargin: READING_LINE },
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
