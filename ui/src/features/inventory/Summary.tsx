/** The inventory summary above the list. This device remembers whether it is hidden. */
import { Ban, Banknote, Eye, EyeOff, Package, TriangleAlert } from 'lucide-react';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import type { Product } from '../../api/types';
import { formatTotal } from '../../lib/format';
import { read, write } from '../../lib/state/storage';
import { Stat } from '../../ui/Stat';
import { CategoryBreakdown } from './CategoryBreakdown';
import { summarize } from './rules/summary';
import type { View } from './rules/view';
import { summary as words } from './strings';

const KEY = 'barback_inventory_summary';
const HIDDEN = 'hidden';

// Memoised: typing in the search below does not render it again.
interface SummaryProps {
  products: readonly Product[];
  level: View['level'];
  /** Shows only the products of this level, or all again. */
  onLevel: (level: View['level']) => void;
}

export const Summary = memo(function Summary({ products, level, onLevel }: SummaryProps) {
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

  const toggleOf = (of: 'low' | 'out', label: string) => ({
    label: words.showOnly(label),
    pressed: level === of,
    onPress: () => onLevel(level === of ? '' : of),
  });

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
          toggle={toggleOf('low', words.low)}
        />
        <Stat
          icon={Ban}
          label={words.out}
          value={figures.out}
          notes={[words.outNote(figures.out)]}
          status={figures.out > 0 ? 'out' : undefined}
          toggle={toggleOf('out', words.out)}
        />
      </div>
      <CategoryBreakdown categories={figures.categories} toggle={button} />
    </section>
  );
});
