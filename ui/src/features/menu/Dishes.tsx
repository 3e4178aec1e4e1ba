/** One section of a menu: its heading, its currencies, its dishes. */
import type { MenuItem } from '../../api/types';
import { type Currency, fromServer } from '../../lib/money/money';
import { Amount } from '../../ui/money/Money';
import type { Section } from './sections';
import { words } from './strings';

const CURRENCY_NAME: Record<Currency, string> = { USD: words.dollar, LRD: words.liberian };

interface DishesProps {
  section: Section;
  /** Names and prices only, without descriptions. */
  plain?: boolean;
}

export function Dishes({ section: { category, label, currencies, items }, plain = false }: DishesProps) {
  return (
    <section
      id={category}
      className={currencies.length > 1 ? 'dual' : undefined}
      aria-labelledby={`${category}-title`}
    >
      <header>
        <h2 id={`${category}-title`}>{label}</h2>
        <p className="prices">
          {currencies.map((currency) => (
            <abbr key={currency} title={CURRENCY_NAME[currency]}>
              {currency}
            </abbr>
          ))}
        </p>
      </header>
      {items.map((item) => (
        <Dish key={item.id} item={item} currencies={currencies} plain={plain} />
      ))}
    </section>
  );
}

interface DishProps {
  item: MenuItem;
  currencies: readonly Currency[];
  plain: boolean;
}

function Dish({ item, currencies, plain }: DishProps) {
  const description = plain ? null : item.description;
  const price = (currency: Currency) => fromServer(currency === 'USD' ? item.priceUSD : item.priceLRD);
  return (
    <article className="dish">
      <h3>{item.name}</h3>
      <p className="prices">
        {currencies.map((currency) => (
          <span key={currency}>
            <Amount cents={price(currency)} currency={currency} />
          </span>
        ))}
      </p>
      {(description || !item.inStock) && (
        <p>
          {!item.inStock && <b>{words.out}</b>}
          {!item.inStock && description && ' · '}
          {description}
        </p>
      )}
    </article>
  );
}
