/** The bill of an order laid out like paper, on the screen and when the browser prints it. */
import { Fragment } from 'react';
import { useBox } from '../../api/box';
import { useSession } from '../../api/session';
import type { Order } from '../../api/types';
import { formatDateTime, formatRateLine } from '../../lib/format';
import { itemRows, nextPrint, placeOf, type Row, sums, taxRows } from './rows';
import { sheet as words } from './strings';
import '../../styles/shared/paper.css';

interface BillPaperProps {
  order: Order;
  /** The bill that was made here; null shows what the next print says. */
  made: { number: string; printCount: number; at: string } | null;
}

export function BillPaper({ order, made }: BillPaperProps) {
  const { id, bill, splitIndex, splitCount, currency } = order;
  const title = useBox()?.title;
  const username = useSession().user?.username;
  const { total, paid, due } = sums(order);
  const taxes = taxRows(order);
  const number = made?.number ?? (bill?.state === 'open' ? bill.number : null);
  const other = currency === 'LRD' ? words.inDollars : words.inLiberian;
  return (
    <div className="paper">
      <p className="stamp">{words.notPaid}</p>
      <header>
        <h3>{title}</h3>
        <p>{words.noReceipt}</p>
      </header>
      <div>
        <p>{formatDateTime(made?.at ?? new Date().toISOString())}</p>
        <p>{placeOf(order)}</p>
      </div>
      <dl className="facts">
        {number && (
          <>
            <dt>{words.bill}</dt>
            <dd>{number}</dd>
          </>
        )}
        <dt>{words.order(id)}</dt>
        <dd>{words.print(made?.printCount ?? nextPrint(bill))}</dd>
        {splitIndex !== null && splitCount !== null && splitCount > 1 && splitIndex <= splitCount && (
          <dt>{words.ofSplit(splitIndex, splitCount)}</dt>
        )}
      </dl>
      <hr />
      <table>
        <colgroup>
          <col />
          <col />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <th scope="col">{words.item}</th>
            <th scope="col">{words.total}</th>
          </tr>
        </thead>
        <tbody>
          {itemRows(order).map(({ label, unit, amount, below }, index) => (
            <Fragment key={index}>
              <tr>
                <td>
                  {label} <small>{unit}</small>
                </td>
                <td>{amount}</td>
              </tr>
              {below.map((row) => (
                <tr key={row.label}>
                  <td>
                    <small>{row.label}</small>
                  </td>
                  <td>{row.amount}</td>
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
      <hr />
      <dl className="facts">
        <Rows rows={taxes} />
        <dt className="grand">{words.total}</dt>
        <dd className="grand">{total[0]}</dd>
        <dt>{other}</dt>
        <dd>{total[1]}</dd>
        {paid && (
          <>
            <dt>{words.paid}</dt>
            <dd>{paid}</dd>
            <dt>
              <b>{words.toPay}</b>
            </dt>
            <dd>
              <b>{due[0]}</b>
            </dd>
            <dt>{other}</dt>
            <dd>{due[1]}</dd>
          </>
        )}
        <dt>{words.rate}</dt>
        <dd>{formatRateLine(order.rate)}</dd>
      </dl>
      {username && (
        <footer>
          <p>{words.by(username)}</p>
        </footer>
      )}
    </div>
  );
}

function Rows({ rows }: { rows: readonly Row[] }) {
  return rows.map(({ label, amount }) => (
    <Fragment key={label}>
      <dt>{label}</dt>
      <dd>{amount}</dd>
    </Fragment>
  ));
}
