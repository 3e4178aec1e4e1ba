/** The list of the settings' pages. */
import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import { useGet } from '../../api/http/query';
import { addressOf, GROUPS } from './pages';
import { SETTINGS } from './settings';
import { pages as names, words } from './strings';

/** `current` is the id of the page beside it. */
export function SettingsList({ current }: { current: string | undefined }) {
  const mode = useGet(SETTINGS).data?.cash.mode ?? 'off';
  return (
    <nav className="stack pages" aria-label={words.parts}>
      {GROUPS.map(({ title, pages }) => (
        <section key={title} className="stack tight" aria-labelledby={`group-${pages[0]?.id}`}>
          <h2 id={`group-${pages[0]?.id}`}>{title}</h2>
          <ul>
            {pages
              .filter(({ needsTills }) => !needsTills || mode !== 'off')
              .map(({ id, icon: Icon }) => (
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
