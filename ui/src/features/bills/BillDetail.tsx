/** One bill: its prints, what was changed after it, what was paid in the end, and the way to its order. */
import { Link } from 'wouter';
import { useGet } from '../../api/http/query';
import type { Bill, BillState } from '../../api/types';
import { formatDateTime } from '../../lib/format';
import { fromServer } from '../../lib/money/money';
import { useOrderStates } from '../../parts/own/orderStates';
import { Sheet } from '../../ui/dialog/Dialog';
import { Loaded, Skeleton } from '../../ui/feedback/States';
import { Money } from '../../ui/money/Money';
import { StateBadge, whereOf } from './BillRow';
import { billUrl } from './calls';
import { words } from './strings';

export function BillDetail({ number, onClose }: { number: string; onClose: () => void }) {
  const bill = useGet(billUrl(number));
  // Once a colleague was paid for it, it is not shown any more: what it was is still here.
  const { states } = useOrderStates();
  return (
    <Sheet title={number} note={bill.data && whereOf(bill.data)} onClose={onClose}>
      <Loaded query={bill} errorText={words.loadFailed} skeleton={<Skeleton count={1} height="14rem" />}>
        {(data) => (
          <>
            <Sums bill={data} state={states.find(({ id }) => id === data.orderId)?.billState ?? data.state} />
            <Prints prints={data.prints} />
            <Changes changes={data.changes} />
            <footer>
              <Link href={`/table-service?order=${data.orderId}`} className="action large wide">
                {words.openOrder}
              </Link>
            </footer>
          </>
        )}
      </Loaded>
    </Sheet>
  );
}

function Sums({ bill, state }: { bill: Bill; state: BillState }) {
  const { settledUSD, settledLRD } = bill;
  return (
    <>
      <p className="split">
        <StateBadge state={state} />
      </p>
      <dl className="facts">
        <dt>{words.billed}</dt>
        <dd>
          <Money
            total
            usd={fromServer(bill.grandTotalUSD)}
            lrd={fromServer(bill.grandTotalLRD)}
            className="inline"
          />
        </dd>
        {settledUSD !== null && settledLRD !== null && (
          <>
            <dt>{words.settled}</dt>
            <dd>
              <Money total usd={fromServer(settledUSD)} lrd={fromServer(settledLRD)} className="inline" />
            </dd>
          </>
        )}
      </dl>
    </>
  );
}

function Prints({ prints }: { prints: Bill['prints'] }) {
  return (
    <section className="stack tight" aria-labelledby="bill-prints">
      <h3 id="bill-prints">{words.prints}</h3>
      <ul className="list">
        {prints.map(({ n, userName, at }) => (
          <li key={n}>{words.printOf(n, userName, formatDateTime(at))}</li>
        ))}
      </ul>
    </section>
  );
}

function Changes({ changes }: { changes: Bill['changes'] }) {
  return (
    <section className="stack tight" aria-labelledby="bill-changes">
      <h3 id="bill-changes">{words.changes}</h3>
      {changes.length === 0 ? (
        <p>{words.noChanges}</p>
      ) : (
        <ul className="list">
          {changes.map(({ at, userName, approvedBy, text, amountUSD, amountLRD }, index) => (
            <li key={index}>
              <span className="grow">
                <span className="name">{text}</span>
                <small>{words.changedBy(userName, approvedBy, formatDateTime(at))}</small>
              </span>
              <Money total usd={fromServer(amountUSD)} lrd={fromServer(amountLRD)} className="end" />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
