/** What both menus have in common: loading, failing, being empty, and the sections. */
import { type ReactNode, useMemo } from 'react';
import type { Menu } from '../../api/types';
import { useStaged } from '../../lib/useStaged';
import { Empty, ErrorState, Skeleton } from '../../ui/States';
import { firstOf, type Section, sectionsOf } from './sections';
import { words } from './strings';
import '../../styles/menu.css';

interface MenuBodyProps {
  menu: Menu | undefined;
  failed: boolean;
  onRetry: () => void;
  /** Shown when the menu has nothing on it. */
  empty: string;
  children: (sections: Section[]) => ReactNode;
}

export function MenuBody({ menu, failed, onRetry, empty, children }: MenuBodyProps) {
  const sections = useMemo(() => sectionsOf(menu ?? {}), [menu]);
  if (!menu) {
    return failed ? (
      <ErrorState text={words.failed} onRetry={onRetry} />
    ) : (
      <Skeleton count={8} height="3.5rem" />
    );
  }
  if (sections.length === 0) return <Empty text={empty} />;
  return <Staged sections={sections}>{children}</Staged>;
}

/** What fits the screen comes first. All headings are there from the start: links lead to them. */
function Staged({ sections, children }: { sections: Section[]; children: MenuBodyProps['children'] }) {
  const drawn = useStaged(sections.reduce((total, { items }) => total + items.length, 0));
  return children(firstOf(sections, drawn));
}
