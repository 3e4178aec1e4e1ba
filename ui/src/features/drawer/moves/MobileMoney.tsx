/** Payments by mobile money, bank and check: whether each was seen on the bar's own phone. */
import { useRef } from 'react';
import { type Address, at } from '../../../api/calls';
import { useWrite } from '../../../api/forms/useWrite';
import { put } from '../../../api/http/client';
import { reasonOf } from '../../../api/http/error';
import { cacheQuery, useGet } from '../../../api/http/query';
import type { Shift, ShiftReference } from '../../../api/types';
import { formatExact, formatTime } from '../../../lib/format';
import { fromServer } from '../../../lib/money/money';
import { WITH_PAYMENTS, weekdayTime } from '../../../parts/drawer/till';
import { Fold } from '../../../ui/Fold';
import { Empty, Loaded, Skeleton } from '../../../ui/feedback/States';
import { toastError } from '../../../ui/feedback/toast';
import { money as words } from '../strings';

export function MobileMoney({ shift }: { shift: Shift }) {
  const list = at('/api/shifts/{id}/references', { id: shift.id });
  const query = useGet(list, { meta: WITH_PAYMENTS });
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
                <Row key={keyOf(row)} row={row} list={list} said={formatTime(row.at)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <Earlier shift={shift} />
    </section>
  );
}

/** What the earlier shifts of the till left to be seen, as after a hand-over. */
function Earlier({ shift }: { shift: Shift }) {
  const list = at('/api/shifts/{id}/references', { id: shift.id, earlier: true });
  const { data } = useGet(list);
  // What is ticked here leaves the box's list; it stays on the screen, so that a slip is mended.
  const shown = useRef(new Map<string, ShiftReference>());
  for (const row of shown.current.values()) shown.current.set(keyOf(row), { ...row, ticked: true });
  for (const row of data ?? []) shown.current.set(keyOf(row), row);
  const rows = [...shown.current.values()];
  if (rows.length === 0) return null;
  return (
    <Fold
      summary={
        <>
          <span className="grow">{words.earlier}</span>
          <small>{words.notSeen(rows.filter(({ ticked }) => !ticked).length)}</small>
        </>
      }
    >
      <ul className="list">
        {rows.map((row) => (
          <Row key={keyOf(row)} row={row} list={list} said={weekdayTime(row.at)} />
        ))}
      </ul>
    </Fold>
  );
}

type ReferencesUrl = Address<'/api/shifts/{id}/references'>;

const keyOf = ({ paymentId, index }: ShiftReference) => `${paymentId}-${index}`;

interface RowProps {
  row: ShiftReference;
  /** The list that it is in. */
  list: ReferencesUrl;
  /** When it was paid. */
  said: string;
}

function Row({ row, list, said }: RowProps) {
  const { paymentId, index, name, amount, currency, userName, reference, ticked } = row;
  const write = useWrite(
    (now: boolean, options) =>
      put(at('/api/payments/{id}/tenders/{index}/tick', { id: paymentId, index }), { ticked: now }, options),
    { refreshes: ['/api/shifts'] },
  );
  const show = (now: boolean) =>
    cacheQuery(list, (rows) =>
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
        <small>{[said, userName, reference].filter(Boolean).join(' · ')}</small>
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
