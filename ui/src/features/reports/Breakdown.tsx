/** The period by payment method, as money kept, and by category, as goods sold. */
import { CATEGORY_LABEL } from '../../api/categories';
import { methodLabel } from '../../api/payment';
import type { SalesReport } from '../../api/types';
import { formatMoney } from '../../lib/format';
import { fromServer } from '../../lib/money';
import { Money } from '../../ui/Money';
import { Empty } from '../../ui/States';
import { words } from './strings';

export function Breakdown({ report }: { report: SalesReport }) {
  return (
    <>
      <Takings takings={report.takings} />
      <Categories categories={report.categories} />
    </>
  );
}

function Takings({ takings }: Pick<SalesReport, 'takings'>) {
  return (
    <section className="card stack tight" aria-labelledby="takings-title">
      <div className="split">
        <h2 id="takings-title">{words.takings}</h2>
        <small>{words.takingsNote}</small>
      </div>
      {takings.length === 0 && <Empty text={words.noTakings} />}
      <ul className="list">
        {takings.map(({ paymentMethod, amountUSD, amountLRD }) => (
          <li key={paymentMethod}>
            <span className="grow name">{methodLabel(paymentMethod)}</span>
            <Money total usd={fromServer(amountUSD)} lrd={fromServer(amountLRD)} className="end" />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Categories({ categories }: Pick<SalesReport, 'categories'>) {
  const most = Math.max(0, ...categories.map(({ totalRevenue }) => fromServer(totalRevenue)));
  return (
    <section className="card stack tight" aria-labelledby="categories-title">
      <h2 id="categories-title">{words.categories}</h2>
      {categories.length === 0 && <Empty text={words.noCategories} />}
      <ul className="list">
        {categories.map(({ category, totalRevenue, totalQuantity }) => {
          const revenue = fromServer(totalRevenue);
          return (
            <li key={category}>
              <span className="grow">
                <span className="name">{CATEGORY_LABEL[category] ?? category}</span>
                <span className="meter thin" aria-hidden="true">
                  <i style={{ flex: 'none', width: `${most > 0 ? (100 * revenue) / most : 0}%` }} />
                </span>
              </span>
              <span className="money end">
                <span>{formatMoney(revenue, 'USD')}</span>
                <span>{words.units(totalQuantity)}</span>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
