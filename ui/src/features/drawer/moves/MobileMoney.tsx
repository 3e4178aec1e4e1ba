/** Payments by mobile money, bank and check: whether each was seen on the bar's own phone. */
import { at } from '../../../api/calls';
import { useWrite } from '../../../api/forms/useWrite';
import { put } from '../../../api/http/client';
import { reasonOf } from '../../../api/http/error';
import { cacheQuery, useGet } from '../../../api/http/query';
import type { Shift, ShiftReference } from '../../../api/types';
import { formatExact, formatTime } from '../../../lib/format';
import { fromServer } from '../../../lib/money/money';
import { WITH_PAYMENTS } from '../../../parts/drawer/till';
import { Empty, Loaded, Skeleton } from '../../../ui/feedback/States';
import { toastError } from '../../../ui/feedback/toast';
import { money as words } from '../strings';

export function MobileMoney({ shift }: { shift: Shift }) {
  const query = useGet(referencesUrl(shift.id), { meta: WITH_PAYMENTS });
  return (
    <section className="card stack tight" aria-labelledby="mobile-money">
      <div className="split">
        <h2 id="mobile-money">{words.title}</h2>
        {query.data && query.data.length > 0 && (
          <small>{words.seenOf(query.data.filter(({ ticked }) => ticked).length, query.data.length)}</small>
        )}
      </div>
      <Loaded query={query} errorText={words.failed} skeleton={<Skeleton count={1} height="3.5rem" />}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty text={words.none} />
          ) : (
            <ul className="list">
              {rows.map((row) => (
                <Row key={`${row.paymentId}-${row.index}`} row={row} shiftId={shift.id} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

const referencesUrl = (id: number) => at('/api/shifts/{id}/references', { id });

function Row({ row, shiftId }: { row: ShiftReference; shiftId: number }) {
  const { paymentId, index, name, amount, currency, userName, reference, ticked } = row;
  const write = useWrite(
    (now: boolean, options) =>
      put(at('/api/payments/{id}/tenders/{index}/tick', { id: paymentId, index }), { ticked: now }, options),
    { refreshes: ['/api/shifts'] },
  );
  const show = (now: boolean) =>
    cacheQuery(referencesUrl(shiftId), (rows) =>
      rows?.map((one) =>
        one.paymentId === paymentId && one.index === index ? { ...one, ticked: now } : one,
      ),
    );
  async function tick(now: boolean) {
    show(now);
    try {
      await write.run(now);
    } catch (error) {
      show(!now);
      toastError(words.tickFailed, reasonOf(error));
    }
  }
  return (
    <li>
      <span className="grow">
        <span className="name">{`${name} · ${formatExact(fromServer(amount), currency)}`}</span>
        <small>{[formatTime(row.at), userName, reference].filter(Boolean).join(' · ')}</small>
      </span>
      <label className="seen">
        <input
          type="checkbox"
          checked={ticked}
          disabled={write.pending}
          onChange={(event) => void tick(event.currentTarget.checked)}
        />
        {words.seen}
      </label>
    </li>
  );
}
