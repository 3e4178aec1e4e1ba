/** One category of a menu: its heading, its currencies, links to its sections, its dishes. */
import { Fragment } from 'react';
import type { MenuItem } from '../../api/types';
import { type Currency, fromServer } from '../../lib/money/money';
import { Amount } from '../../ui/money/Money';
import type { Group, MenuCategory } from './menuCategories';
import { words } from './strings';

const CURRENCY_NAME: Record<Currency, string> = { USD: words.dollar, LRD: words.liberian };

interface DishesProps {
  shown: MenuCategory;
  /** Names and prices only, without descriptions. */
  plain?: boolean;
}

export function Dishes({ shown, plain = false }: DishesProps) {
  const { category, label, currencies, groups, linked } = shown;
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
      {linked && <GroupLinks label={label} groups={groups} />}
      {groups.map(({ id, heading, items }) => (
        <Fragment key={id}>
          {heading !== null && (
            <h3 id={id} className="group">
              {heading}
            </h3>
          )}
          {items.map((item) => (
            <Dish
              key={item.id}
              item={item}
              currencies={currencies}
              plain={plain}
              isNested={heading !== null}
            />
          ))}
        </Fragment>
      ))}
    </section>
  );
}

function GroupLinks({ label, groups }: { label: string; groups: readonly Group[] }) {
  return (
    <nav className="groups" aria-label={words.sectionsOf(label)}>
      {groups.map(({ id, heading }) => (
        <a key={id} href={`#${id}`}>
          {heading}
        </a>
      ))}
    </nav>
  );
}

interface DishProps {
  item: MenuItem;
  currencies: readonly Currency[];
  plain: boolean;
  /** Whether it stands below the heading of a section. */
  isNested: boolean;
}

function Dish({ item, currencies, plain, isNested }: DishProps) {
  const Name = isNested ? 'h4' : 'h3';
  const description = plain ? null : item.description;
  const price = (currency: Currency) => fromServer(currency === 'USD' ? item.priceUSD : item.priceLRD);
  return (
    <article className="dish">
      <Name>{item.name}</Name>
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
