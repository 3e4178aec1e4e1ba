/** Amounts: one, or both currencies of one price with the leading one first. */
import { APPROX, formatTotal, parts } from '../../lib/format';
import type { Cents, Currency } from '../../lib/money/money';

/** A unit price: `$3.50`, `L$380.00` with small cents. */
export function Amount({ cents, currency }: { cents: Cents; currency: Currency }) {
  const { sign, whole, minor } = parts(cents);
  if (currency === 'USD') return <>{`${sign}$${whole}.${minor}`}</>;
  return (
    <>
      {`${sign}L$${whole}`}
      <span className="minor">{`.${minor}`}</span>
    </>
  );
}

interface MoneyProps {
  usd: Cents;
  lrd: Cents;
  /** The currency that the thing is priced in. */
  leads?: Currency;
  /** The other amount is a conversion, not a price of its own: `≈ L$380.00`. */
  approximate?: boolean;
  /** Order, tab, cart and receipt totals: LRD whole. */
  total?: boolean;
  /** Layout words of content.css: `end`, `inline`, `total`. */
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
