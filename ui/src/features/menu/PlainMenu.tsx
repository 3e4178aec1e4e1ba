/** /menu: the plain list of what the bar has, for anybody. */
import { useBox } from '../../api/box';
import { useTitle } from '../../lib/useTitle';
import { Dishes } from './Dishes';
import { MenuBody } from './MenuBody';
import { words } from './strings';
import { useMenu } from './useMenu';

export default function PlainMenu() {
  useTitle(words.title);
  const title = useBox()?.title;
  const { menu, failed, load } = useMenu(false);
  return (
    <main className="menu">
      <header>
        <h1>{words.title}</h1>
        <p>{title ?? ' '}</p>
      </header>
      <MenuBody menu={menu} failed={failed} onRetry={load} empty={words.nothing}>
        {(sections) => sections.map((section) => <Dishes key={section.category} section={section} plain />)}
      </MenuBody>
    </main>
  );
}
