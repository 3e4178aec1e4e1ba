/** The inventory summary above the list. This device remembers whether it is hidden. */
import { Ban, Banknote, Eye, EyeOff, Package, TriangleAlert } from 'lucide-react';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import type { Product } from '../../api/types';
import { formatTotal } from '../../lib/format';
import { read, write } from '../../lib/state/storage';
import { Stat } from '../../ui/Stat';
import { CategoryBreakdown } from './CategoryBreakdown';
import { summarize } from './rules/summary';
import { summary as words } from './strings';

const KEY = 'barback_inventory_summary';
const HIDDEN = 'hidden';

// Memoised: typing in the search below does not render it again.
export const Summary = memo(function Summary({ products }: { products: readonly Product[] }) {
  const [hidden, setHidden] = useState(() => read(KEY) === HIDDEN);
  const figures = useMemo(() => summarize(products), [products]);
  const toggle = useRef<HTMLButtonElement>(null);
  const toggled = useRef(false);

  // The button moves between two places; the focus follows it.
  useEffect(() => {
    if (toggled.current) toggle.current?.focus();
  }, [hidden]);

  function onToggle() {
    toggled.current = true;
    write(KEY, hidden ? null : HIDDEN);
    setHidden(!hidden);
  }

  const button = (
    <button ref={toggle} type="button" className="quiet small" aria-expanded={!hidden} onClick={onToggle}>
      {hidden ? <Eye /> : <EyeOff />}
      {hidden ? words.show : words.hide}
    </button>
  );
  if (hidden) return <div className="row folded">{button}</div>;
  return (
    <section className="stack summary" aria-label={words.name}>
      <div className="tiles stats">
        <Stat
          icon={Package}
          label={words.total}
          value={figures.products}
          notes={[words.inCategories(figures.categories.length)]}
        />
        <Stat
          icon={Banknote}
          label={words.value}
          value={formatTotal(figures.valueUSD, 'USD')}
          notes={[formatTotal(figures.valueLRD, 'LRD')]}
        />
        <Stat
          icon={TriangleAlert}
          label={words.low}
          value={figures.low}
          notes={[words.lowNote]}
          status={figures.low > 0 ? 'low' : undefined}
        />
        <Stat
          icon={Ban}
          label={words.out}
          value={figures.out}
          notes={[words.outNote(figures.out)]}
          status={figures.out > 0 ? 'out' : undefined}
        />
      </div>
      <CategoryBreakdown categories={figures.categories} toggle={button} />
    </section>
  );
});
