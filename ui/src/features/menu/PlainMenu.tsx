/** /menu: the simple public menu, names and prices. */
import { useBox } from '../../api/box';
import { useTitle } from '../../lib/useTitle';
import { Dishes } from './Dishes';
import { MenuBody } from './MenuBody';
import { loadMenu } from './menuStore';
import { Notes } from './Notes';
import { words } from './strings';

export default function PlainMenu() {
  useTitle(words.title);
  const title = useBox()?.title;
  return (
    <main className="menu">
      <header>
        <h1>{words.title}</h1>
        <p>{title ?? ' '}</p>
        <Notes />
      </header>
      <MenuBody onRetry={() => void loadMenu(false)} empty={words.nothing}>
        {(categories) => categories.map((shown) => <Dishes key={shown.category} shown={shown} plain />)}
      </MenuBody>
    </main>
  );
}
