/** What both menus have in common: loading, failing, being empty, and the sections. */
import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react';
import { afterPaint } from '../../lib/render/afterPaint';
import { useStore } from '../../lib/state/store';
import { Empty, ErrorState, Skeleton } from '../../ui/feedback/States';
import { menuStore } from './menuStore';
import { firstOf, type Section, sectionsOf } from './sections';
import { words } from './strings';

interface MenuBodyProps {
  onRetry: () => void;
  /** Shown when the menu has nothing on it. */
  empty: string;
  children: (sections: Section[]) => ReactNode;
}

export function MenuBody({ onRetry, empty, children }: MenuBodyProps) {
  const { menu, failed } = useStore(menuStore);
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

/** More than fits a phone. */
const FIRST_DISHES = 12;

/** What fits the screen comes first, and all the rest with the next frame: a link to a section soon leads to its place. */
function Staged({ sections, children }: { sections: Section[]; children: MenuBodyProps['children'] }) {
  const [whole, setWhole] = useState(false);
  useLayoutEffect(() => afterPaint(() => setWhole(true)), []);
  return children(whole ? sections : firstOf(sections, FIRST_DISHES));
}
