/** What the bar sold: by hour, product and person, its takings, and what was voided or discounted. */
import { CATEGORY_LABEL } from '../../../api/categories';
import { formatMoney } from '../../../lib/format';
import { fromServer } from '../../../lib/money/money';
import { csvUrl, type Selection } from '../../api/calls';
import { useReport } from '../../api/reports';
import { cash, lengthOf, total } from '../../lib/figures';
import { shortDate } from '../../lib/strings';
import { Part } from '../../parts/Part';
import { exceptionKinds, methods, words } from './strings';

/** Products that are shown; the CSV has more. */
const TOP = 10;

export function Sales({ selection }: { selection: Selection }) {
  return (
    <>
      <Hours selection={selection} />
      <Products selection={selection} />
      <People selection={selection} />
      <Takings selection={selection} />
      <Exceptions selection={selection} />
    </>
  );
}

function Hours({ selection }: { selection: Selection }) {
  const hours = useReport('hours', selection);
  return (
    <Part title={words.byHour} csv={csvUrl('hours', selection)} query={hours} empty={words.noSales}>
      {(rows) => {
        const most = Math.max(1, ...rows.map(({ totalRevenue }) => lengthOf(totalRevenue)));
        return (
          <ul className="hour-bars">
            {rows.map(({ hour, totalRevenue }) => (
              <li key={hour}>
                <span>{words.hour(hour)}</span>
                <span className="meter" aria-hidden="true">
                  <i style={{ flex: 'none', width: `${(100 * lengthOf(totalRevenue)) / most}%` }} />
                </span>
                <b>{total(totalRevenue)}</b>
              </li>
            ))}
          </ul>
        );
      }}
    </Part>
  );
}

function Products({ selection }: { selection: Selection }) {
  const products = useReport('products', selection);
  return (
    <Part title={words.products} csv={csvUrl('products', selection)} query={products} empty={words.noSales}>
      {(rows) => (
        <ul className="list">
          {rows.slice(0, TOP).map(({ name, category, totalQuantity, totalRevenue }, at) => (
            <li key={at}>
              <span className="grow">
                <span className="name">{name}</span>
                <small>{CATEGORY_LABEL[category as keyof typeof CATEGORY_LABEL] ?? category}</small>
              </span>
              <span className="money end">
                <span>{formatMoney(fromServer(totalRevenue), 'USD')}</span>
                <span>{words.sold(totalQuantity)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

function People({ selection }: { selection: Selection }) {
  const people = useReport('people', selection);
  return (
    <Part title={words.people} csv={csvUrl('people', selection)} query={people} empty={words.noSales}>
      {(rows) => (
        <ul className="list">
          {rows.map(({ userName, totalRevenue, totalSales }) => (
            <li key={userName}>
              <span className="grow name">{userName}</span>
              <span className="money end">
                <span>{total(totalRevenue)}</span>
                <span>{words.receipts(totalSales ?? 0)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

function Takings({ selection }: { selection: Selection }) {
  const takings = useReport('takings', selection);
  return (
    <Part title={words.takings} csv={csvUrl('takings', selection)} query={takings} empty={words.noTakings}>
      {(rows) => (
        <dl className="facts">
          {rows.map(({ method, currency, amount }) => (
            <div key={`${method} ${currency}`}>
              <dt>{words.inCurrency(methods[method] ?? method, currency)}</dt>
              <dd>{cash(amount, currency)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Part>
  );
}

function Exceptions({ selection }: { selection: Selection }) {
  const exceptions = useReport('exceptions', selection);
  return (
    <Part
      title={words.exceptions}
      csv={csvUrl('exceptions', selection)}
      query={exceptions}
      empty={words.noExceptions}
    >
      {(rows) => (
        <ul className="list">
          {rows.map(({ businessDay, userName, kind, reason, count, amountUSD }, at) => (
            <li key={at} className="line">
              <span className="grow">
                <span className="name">{exceptionKinds[kind] ?? kind}</span>
                <small>{[userName, shortDate(businessDay)].join(' · ')}</small>
                {reason && <small>{reason}</small>}
              </span>
              <span className="money end">
                <span>{cash(amountUSD, 'USD')}</span>
                <span>{words.times(count)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}
