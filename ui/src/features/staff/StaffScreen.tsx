/** Staff: what managers and admins see and set about the people of the bar, in tabs. */
import { Suspense, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { showInRow } from '../../lib/render/showInRow';
import { useTitle } from '../../lib/useTitle';
import { Skeleton } from '../../ui/feedback/States';
import { tabNames, words } from './strings';
import { addressOf, componentOf, findTab, TABS } from './tabs';
import '../../styles/shared/staff.css';

export { loadTabs as loadPages } from './tabs';

export default function StaffScreen() {
  const [path] = useLocation();
  const tab = findTab(path.split('/')[2]);
  const Content = componentOf(tab);
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => showInRow(tabs.current, tabs.current?.querySelector('[aria-current]')), [tab.id]);
  useTitle(`${words.title} · ${tabNames[tab.id]}`);

  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
      </header>
      <nav ref={tabs} className="scroller staff-tabs" aria-label={words.tabs}>
        {TABS.map(({ id }) => (
          <Link key={id} href={addressOf(id)} replace aria-current={id === tab.id ? 'page' : undefined}>
            {tabNames[id]}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<Skeleton count={3} height="6rem" />}>{Content && <Content />}</Suspense>
    </>
  );
}
