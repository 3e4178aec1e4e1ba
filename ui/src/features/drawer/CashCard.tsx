/** Cash of both currencies under a title, each as large as the other. */
import type { ReactNode } from 'react';
import { formatExact } from '../../lib/format';
import { type Dual, inOne } from '../../lib/money/money';
import { count } from '../../parts/drawer/strings';
import { CURRENCIES } from '../../parts/drawer/till';
import { Figure } from '../../ui/Figure';
import { screen as words } from './strings';

interface CashCardProps {
  title: string;
  amounts: Dual;
  /** What the till was opened with, under each amount. */
  opened?: Dual;
  children?: ReactNode;
}

const NAMES = { USD: count.usd, LRD: count.lrd };

export function CashCard({ title, amounts, opened, children }: CashCardProps) {
  return (
    <section className="card stack" aria-labelledby="cash-card">
      <h2 id="cash-card">{title}</h2>
      <div className="abreast">
        {CURRENCIES.map((currency) => (
          <Figure
            key={currency}
            name={NAMES[currency]}
            value={formatExact(inOne(amounts, currency), currency)}
          >
            {opened && words.openedWithAmount(formatExact(inOne(opened, currency), currency))}
          </Figure>
        ))}
      </div>
      {children}
    </section>
  );
}
