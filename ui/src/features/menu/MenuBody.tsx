/** What both menus have in common: loading, failing, being empty, and the sections. */
import type { ReactNode } from 'react';
import type { Menu } from '../../api/types';
import { Empty, ErrorState, Skeleton } from '../../ui/States';
import { type Section, sectionsOf } from './sections';
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
  if (!menu) {
    return failed ? (
      <ErrorState text={words.failed} onRetry={onRetry} />
    ) : (
      <Skeleton count={8} height="3.5rem" />
    );
  }
  const sections = sectionsOf(menu);
  return sections.length === 0 ? <Empty text={empty} /> : children(sections);
}
