/** Open bills, goods that run out, and exceptions of tonight beside a usual night. */
import { Link } from 'wouter';
import { at } from '../../../api/calls';
import { useGet } from '../../../api/http/query';
import type { ExceptionRow } from '../../../api/types';
import { formatMoney, formatTime, formatTotal } from '../../../lib/format';
import { fromServer } from '../../../lib/money/money';
import { useMinutes } from '../../../lib/render/useMinutes';
import { tableLabel } from '../../../lib/tableLabel';
import { plusDays } from '../../../parts/nights/nights';
import { Badge } from '../../../ui/Badge';
import { durationOf, openOrders, type RunsOut, shareLeft } from './figures';
import { exceptions, stock, bills as words } from './strings';
import '../../../styles/shared/figures.css';

const SHOWN = 4;

export function OpenBills() {
  const orders = useGet('/api/orders').data;
  const now = useMinutes();
  if (!orders) return null;
  const open = openOrders(orders);
  const sum = (of: 'remainingUSD' | 'remainingLRD') =>
    open.reduce((total, order) => total + fromServer(order[of]), 0);
  return (
    <section className="card stack tight" aria-labelledby="open-bills">
      <div className="split">
        <h2 id="open-bills">
          {words.title} <span className="count">{open.length}</span>
        </h2>
        {open.length > 0 && (
          <span className="money inline">
            <span>{formatMoney(sum('remainingUSD'), 'USD')}</span>
            <span>{formatTotal(sum('remainingLRD'), 'LRD')}</span>
          </span>
        )}
      </div>
      {open.length === 0 && <p className="lead">{words.none}</p>}
      <ul className="list">
        {open
          .slice(0, SHOWN)
          .map(({ id, tableNumber, tableName, customerName, createdAt, userName, remainingUSD, bill }) => (
            <li key={id}>
              <span className="grow">
                <span className="name">
                  {tableNumber === null
                    ? customerName
                    : words.place(tableLabel(tableNumber, tableName), customerName)}
                </span>
                <small>{words.age(durationOf(now - Date.parse(createdAt)), userName)}</small>
              </span>
              {bill && <Badge status="warning">{words.billed}</Badge>}
              <b>{formatMoney(fromServer(remainingUSD), 'USD')}</b>
            </li>
          ))}
      </ul>
      <Link href="/table-service" className="action quiet">
        {words.all}
      </Link>
    </section>
  );
}

const HOUR_MS = 3_600_000;

export function RunningOut({ rows }: { rows: readonly RunsOut[] }) {
  const now = useMinutes();
  return (
    <section className="card stack tight" aria-labelledby="running-out">
      <div className="split">
        <h2 id="running-out">{stock.title}</h2>
        <small>{stock.note}</small>
      </div>
      {rows.length === 0 && <p className="lead">{stock.none}</p>}
      <ul className="stack">
        {rows.slice(0, SHOWN).map((row) => (
          <li key={row.id} className="runs-out">
            <span>
              {row.name} <small>{stock.left(row.portions)}</small>
            </span>
            <b>{formatTime(new Date(now + row.hours * HOUR_MS).toISOString())}</b>
            <svg className="plot" aria-hidden="true">
              <rect className="track" width="100%" height="100%" rx="3" />
              <rect className="low" width={`${shareLeft(row)}%`} height="100%" rx="3" />
            </svg>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Nights that tell what is usual. */
const NIGHTS = 7;
type Kind = keyof typeof exceptions.kinds;
const KINDS = Object.keys(exceptions.kinds) as Kind[];
const countOf = (rows: readonly ExceptionRow[], kind: Kind) =>
  rows.reduce((total, { kinds }) => total + kinds[kind].count, 0);

export function Exceptions({ day }: { day: string }) {
  const tonight = useGet(at('/api/reports/exceptions', { from: day, to: day })).data;
  const before = useGet(
    at('/api/reports/exceptions', { from: plusDays(day, -NIGHTS), to: plusDays(day, -1) }),
  ).data;
  if (!tonight || !before) return null;
  const shown = KINDS.map((kind) => ({
    kind,
    count: countOf(tonight.rows, kind),
    usually: Math.round(countOf(before.rows, kind) / NIGHTS),
    who: tonight.rows
      .filter(({ kinds }) => kinds[kind].count > 0)
      .map(({ userName, kinds }) => `${userName} ${kinds[kind].count}`)
      .join(', '),
  })).filter(({ count, usually }) => count > 0 || usually > 0);
  return (
    <section className="card stack tight" aria-labelledby="exceptions">
      <div className="split">
        <h2 id="exceptions">
          <Link href="/staff/exceptions">{exceptions.title}</Link>
        </h2>
        <small>{exceptions.note}</small>
      </div>
      {shown.length === 0 ? (
        <p className="lead">{exceptions.none}</p>
      ) : (
        <table className="ledger">
          <thead className="sr-only">
            <tr>
              <th>{exceptions.what}</th>
              <th scope="col">{exceptions.tonight}</th>
              <th scope="col">{exceptions.usually}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ kind, count, usually, who }) => (
              <tr key={kind}>
                <th scope="row">
                  {exceptions.kinds[kind]}
                  {who && <small>{who}</small>}
                </th>
                <td>{count}</td>
                <td className="nil">{usually}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
