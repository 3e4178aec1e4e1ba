/** The inventory's figures in one line, which unfolds. This device remembers whether it is unfolded. */
import { memo, useState } from 'react';
import { formatTotal } from '../../../lib/format';
import { read, write } from '../../../lib/state/storage';
import { Badge } from '../../../ui/Badge';
import { Fold } from '../../../ui/Fold';
import type { Summary as Figures } from '../rules/summary';
import { summary as words } from '../strings';
import { CategoryBreakdown } from './CategoryBreakdown';

const KEY = 'barback_inventory_summary';
const SHOWN = 'shown';

// Memoised: typing in the search below does not render it again.
export const Summary = memo(function Summary({ figures }: { figures: Figures }) {
  const [open, setOpen] = useState(() => read(KEY) === SHOWN);

  function onToggle(next: boolean) {
    if (next === open) return;
    write(KEY, next ? SHOWN : null);
    setOpen(next);
  }

  return (
    <Fold
      className="card boxed sum"
      open={open}
      onToggle={onToggle}
      summary={<Line figures={figures} isOpen={open} />}
    >
      {open && <Unfolded figures={figures} />}
    </Fold>
  );
});

/** What is short on the screen is said in full to screen readers. Unfolded, the words stand below. */
function Line({ figures, isOpen }: { figures: Figures; isOpen: boolean }) {
  const value = formatTotal(figures.valueUSD, 'USD');
  const { products, low, out } = figures;
  return (
    <>
      <span className="sr-only">{isOpen ? words.name : words.inFull(products, value, low, out)}</span>
      <span className="grow" aria-hidden="true">
        {words.count(products)}
      </span>
      <span className="row" aria-hidden="true">
        <small>{value}</small>
        {low > 0 && <Badge status="low">{words.lowCount(low)}</Badge>}
        {out > 0 && <Badge status="out">{words.outCount(out)}</Badge>}
      </span>
    </>
  );
}

function Unfolded({ figures }: { figures: Figures }) {
  return (
    <div className="stack">
      <dl className="facts">
        <dt>{words.total}</dt>
        <dd>{words.inCategories(figures.products, figures.categories.length)}</dd>
        <dt>{words.value}</dt>
        <dd>
          {formatTotal(figures.valueUSD, 'USD')} · {formatTotal(figures.valueLRD, 'LRD')}
        </dd>
        <dt>{words.low}</dt>
        <dd>{words.lowNote(figures.low)}</dd>
        <dt>{words.out}</dt>
        <dd>{words.outNote(figures.out)}</dd>
        {figures.needsCount > 0 && (
          <>
            <dt>{words.needsCount}</dt>
            <dd>{words.needsCountNote(figures.needsCount)}</dd>
          </>
        )}
      </dl>
      <CategoryBreakdown categories={figures.categories} />
    </div>
  );
}
