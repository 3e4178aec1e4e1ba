/** The takings of the period by payment method and currency, and its sales by category. */
import { CATEGORY_LABEL } from '../../api/categories';
import { methodLabel } from '../../api/payment';
import type { SalesReport } from '../../api/types';
import { formatExact, formatMoney, formatStatus } from '../../lib/format';
import { fromServer } from '../../lib/money/money';
import { Empty } from '../../ui/feedback/States';
import { Money } from '../../ui/money/Money';
import { mergedTakings, mergedTenders } from './mobileMoney';
import { words } from './strings';

export function Breakdown({ report }: { report: SalesReport }) {
  return (
    <>
      <Takings {...report} />
      <ByCurrency {...report} />
      <Categories categories={report.categories} />
    </>
  );
}

function Takings({ takings, tenders }: Pick<SalesReport, 'takings' | 'tenders'>) {
  // A method that the bar has added is shown by its name.
  const nameOf = (method: string) => (method === 'mobile' ? words.mobileMoney : nameOfOther(method));
  const nameOfOther = (method: string) =>
    methodLabel(method) === formatStatus(method)
      ? (tenders.find((tender) => tender.method === method)?.name ?? methodLabel(method))
      : methodLabel(method);
  return (
    <section className="card stack tight" aria-labelledby="takings-title">
      <div className="split">
        <h2 id="takings-title">{words.takings}</h2>
        <small>{words.takingsNote}</small>
      </div>
      {takings.length === 0 && <Empty text={words.noTakings} />}
      <ul className="list">
        {mergedTakings(takings).map(({ paymentMethod, amountUSD, amountLRD }) => (
          <li key={paymentMethod}>
            <span className="grow name">{nameOf(paymentMethod)}</span>
            <Money total usd={fromServer(amountUSD)} lrd={fromServer(amountLRD)} className="end" />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Money received and given back per method and currency, to compare with the drawer and the phone. */
function ByCurrency({
  tenders = [],
  changeUSD,
  changeLRD,
}: Partial<Pick<SalesReport, 'tenders' | 'changeUSD' | 'changeLRD'>>) {
  if (tenders.length === 0) return null;
  const change = [
    { currency: 'USD' as const, cents: fromServer(changeUSD) },
    { currency: 'LRD' as const, cents: fromServer(changeLRD) },
  ].filter(({ cents }) => cents > 0);
  return (
    <section className="card stack tight" aria-labelledby="tenders-title">
      <div className="split">
        <h2 id="tenders-title">{words.tenders}</h2>
        <small>{words.tendersNote}</small>
      </div>
      <ul className="list">
        {mergedTenders(tenders).map(({ method, name, currency, count, tendered, refunded }) => {
          const back = fromServer(refunded);
          return (
            <li key={`${method} ${currency}`}>
              <span className="grow">
                <span className="name">{words.inCurrency(name, currency)}</span>
                <small>{words.payments(count)}</small>
              </span>
              <span className="money end">
                <span>{formatExact(fromServer(tendered), currency)}</span>
                {back !== 0 && <span>{words.refunded(formatExact(Math.abs(back), currency))}</span>}
              </span>
            </li>
          );
        })}
        {change.map(({ currency, cents }) => (
          <li key={currency}>
            <span className="grow name">{words.inCurrency(words.changeGiven, currency)}</span>
            <span className="money end">
              <span>{formatExact(-cents, currency)}</span>
            </span>
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
