/** The body of both menus: loading, error and empty states, and the sections. */
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

/** Dishes drawn first: more than fits a phone screen. */
const FIRST_DISHES = 12;

/** Draws what fits the screen first and the rest in the next frame, so that links to sections soon work. */
function Staged({ sections, children }: { sections: Section[]; children: MenuBodyProps['children'] }) {
  const [whole, setWhole] = useState(false);
  useLayoutEffect(() => afterPaint(() => setWhole(true)), []);
  return children(whole ? sections : firstOf(sections, FIRST_DISHES));
}
