/** /customer-menu: the public menu that guests open with the QR code on the table. */
import { Beer } from 'lucide-react';
import { useBox } from '../../api/box';
import { formatRateLine } from '../../lib/format';
import { useStore } from '../../lib/state/store';
import { useTitle } from '../../lib/useTitle';
import { CategoryLinks } from './CategoryLinks';
import { Dishes } from './Dishes';
import { MenuBody } from './MenuBody';
import { tableOf } from './menuCategories';
import { loadMenu, menuStore } from './menuStore';
import { Notes } from './Notes';
import { words } from './strings';

export default function CustomerMenu() {
  useTitle(words.title);
  const title = useBox()?.title;
  const table = tableOf(location.search);
  const { rate } = useStore(menuStore);
  return (
    <div className="menu-page">
      <main className="menu">
        <header>
          <p className="mark">
            <Beer />
          </p>
          <h1 className="poster">{title ?? ' '}</h1>
          <Notes table={table} />
        </header>
        <MenuBody onRetry={() => void loadMenu(true)} empty={words.soon}>
          {(categories) => (
            <>
              {categories.length > 1 && <CategoryLinks categories={categories} />}
              {categories.map((shown) => (
                <Dishes key={shown.category} shown={shown} />
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
