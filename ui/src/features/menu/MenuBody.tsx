/** The body of both menus: loading, error and empty states, and the categories. */
import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react';
import { afterPaint } from '../../lib/render/afterPaint';
import { useStore } from '../../lib/state/store';
import { Empty, ErrorState, Skeleton } from '../../ui/feedback/States';
import { categoriesOf, firstOf, type MenuCategory } from './menuCategories';
import { menuStore } from './menuStore';
import { words } from './strings';

interface MenuBodyProps {
  onRetry: () => void;
  /** Shown when the menu has nothing on it. */
  empty: string;
  children: (categories: MenuCategory[]) => ReactNode;
}

export function MenuBody({ onRetry, empty, children }: MenuBodyProps) {
  const { menu, failed } = useStore(menuStore);
  const categories = useMemo(() => categoriesOf(menu ?? {}), [menu]);
  if (!menu) {
    return failed ? (
      <ErrorState text={words.failed} onRetry={onRetry} />
    ) : (
      <Skeleton count={8} height="3.5rem" />
    );
  }
  if (categories.length === 0) return <Empty text={empty} />;
  return <Staged categories={categories}>{children}</Staged>;
}

/** Dishes drawn first: more than fits a phone screen. */
const FIRST_DISHES = 12;

/** Draws what fits the screen first and the rest in the next frame, so that links to categories soon work. */
function Staged({
  categories,
  children,
}: {
  categories: MenuCategory[];
  children: MenuBodyProps['children'];
}) {
  const [whole, setWhole] = useState(false);
  useLayoutEffect(() => afterPaint(() => setWhole(true)), []);
  return children(whole ? categories : firstOf(categories, FIRST_DISHES));
}
