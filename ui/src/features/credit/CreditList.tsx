/** The filtered credit items, grouped by customer. */
import { HandCoins } from 'lucide-react';
import { useMemo } from 'react';
import type { CreditItem, Tab } from '../../api/types';
import { useAfterPaint } from '../../lib/render/useAfterPaint';
import { useIncremental } from '../../lib/render/useIncremental';
import { Empty } from '../../ui/feedback/States';
import { CustomerGroup } from './CustomerGroup';
import { type Filter, groupsOf } from './customers';
import { words } from './strings';

/** Groups drawn per step: they are tall, and this many fill any screen. */
const GROUPS = 4;

interface CreditListProps {
  items: readonly CreditItem[];
  tabs: readonly Tab[];
  filter: Filter;
  query: string;
  /** The server has older items that are not loaded. */
  unfinished: boolean;
  onShowAll: () => void;
}

export function CreditList({ items, tabs, unfinished, onShowAll, ...wanted }: CreditListProps) {
  const filter = useAfterPaint(wanted.filter);
  const query = useAfterPaint(wanted.query);
  const groups = useMemo(() => groupsOf(items, tabs, filter, query), [items, tabs, filter, query]);
  const { visible, more, sentinel } = useIncremental(groups, `${filter} ${query}`, GROUPS);
  if (groups.length === 0) {
    const searched = query.trim();
    const nothing = searched ? words.noMatch(searched) : words.none;
    return (
      <Empty icon={HandCoins} text={unfinished ? words.noneYet : nothing}>
        {searched && (
          <button type="button" className="secondary" onClick={onShowAll}>
            {words.showAll}
          </button>
        )}
      </Empty>
    );
  }
  return (
    <>
      {visible.map((group) => (
        <CustomerGroup key={group.key} group={group} />
      ))}
      {more && <div ref={sentinel} />}
    </>
  );
}
