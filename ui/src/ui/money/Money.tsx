/** Renders an amount in one currency (`Amount`) or a price in both with the leading currency first (`Money`). */
import { APPROX, formatMoney, formatTotal } from '../../lib/format';
import type { Cents, Currency } from '../../lib/money/money';

/** A unit price: `$3.50`, `L$380.00` with small cents. */
export function Amount({ cents, currency }: { cents: Cents; currency: Currency }) {
  const text = formatMoney(cents, currency);
  if (currency === 'USD') return <>{text}</>;
  const [whole, minor] = text.split('.');
  return (
    <>
      {whole}
      <span className="minor">{`.${minor}`}</span>
    </>
  );
}

interface MoneyProps {
  usd: Cents;
  lrd: Cents;
  /** The currency of the price, shown first. */
  leads?: Currency;
  /** Marks the other amount as converted: `≈ L$380.00`. */
  approximate?: boolean;
  /** For totals of orders, tabs, carts and receipts: LRD without cents. */
  total?: boolean;
  /** Layout classes of content.css: `end`, `inline`, `total`. */
  className?: string;
}

export function Money({ usd, lrd, leads = 'USD', approximate, total, className }: MoneyProps) {
  const show = (currency: Currency) => {
    const cents = currency === 'USD' ? usd : lrd;
    return total ? formatTotal(cents, currency) : <Amount cents={cents} currency={currency} />;
  };
  return (
    <span className={['money', className].filter(Boolean).join(' ')}>
      <span>{show(leads)}</span>
      <span>
        {approximate && APPROX}
        {show(leads === 'USD' ? 'LRD' : 'USD')}
      </span>
    </span>
  );
}
