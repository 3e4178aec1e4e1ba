/** /customer-menu: what a guest sees who scans the code on the table. */
import { Beer } from 'lucide-react';
import { useBox } from '../../api/box';
import { formatRateLine } from '../../lib/format';
import { useTitle } from '../../lib/useTitle';
import { Dishes } from './Dishes';
import { MenuBody } from './MenuBody';
import { SectionLinks } from './SectionLinks';
import { tableOf } from './sections';
import { words } from './strings';
import { useMenu } from './useMenu';

export default function CustomerMenu() {
  useTitle(words.title);
  const title = useBox()?.title;
  const table = tableOf(location.search);
  const { menu, rate, failed, load } = useMenu(true);
  return (
    <div className="menu-page">
      <main className="menu">
        <header>
          <p className="mark">
            <Beer />
          </p>
          <h1 className="poster">{title ?? ' '}</h1>
          {table && <p>{words.table(table)}</p>}
        </header>
        <MenuBody menu={menu} failed={failed} onRetry={load} empty={words.soon}>
          {(sections) => (
            <>
              {sections.length > 1 && <SectionLinks sections={sections} />}
              {sections.map((section) => (
                <Dishes key={section.category} section={section} />
              ))}
            </>
          )}
        </MenuBody>
        <footer>
          {rate !== undefined && <p>{formatRateLine(rate)}</p>}
          <p>{words.payIn}</p>
        </footer>
      </main>
    </div>
  );
}
