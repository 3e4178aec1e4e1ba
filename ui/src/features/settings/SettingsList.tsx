/** The list of the settings' pages. */
import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import { addressOf, GROUPS } from './pages';
import { pages as names, words } from './strings';

/** `current` is the id of the page beside it. */
export function SettingsList({ current }: { current: string | undefined }) {
  return (
    <nav className="stack pages" aria-label={words.parts}>
      {GROUPS.map(({ title, pages }) => (
        <section key={title} className="stack tight" aria-labelledby={`group-${pages[0]?.id}`}>
          <h2 id={`group-${pages[0]?.id}`}>{title}</h2>
          <ul>
            {pages.map(({ id, icon: Icon }) => (
              <li key={id}>
                <Link href={addressOf(id)} aria-current={id === current ? 'page' : undefined}>
                  <Icon />
                  <span className="grow">{names[id]}</span>
                  <ChevronRight />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
