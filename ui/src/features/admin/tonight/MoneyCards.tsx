/** What came in tonight by method, and what each open drawer should hold. */
import type { Schemas } from '../../../api/calls';
import { useGet } from '../../../api/http/query';
import { methodLabel } from '../../../api/payment';
import type { Shift, Till } from '../../../api/types';
import { formatMoney, formatTime, formatTotal } from '../../../lib/format';
import { fromServer } from '../../../lib/money/money';
import { TILLS, WITH_PAYMENTS } from '../../../parts/drawer/till';
import { MOBILE_MONEY, mergedTakings } from '../../../parts/takings/mobileMoney';
import { Figure } from '../../../ui/Figure';
import { MoneyTable, withSum } from '../../../ui/money/MoneyTable';
import { money as words } from './strings';

type Takings = Schemas['SalesReport']['takings'];

export function MoneyTonight({ takings }: { takings: Takings }) {
  const methods = useGet('/api/cash/setup').data?.methods ?? [];
  const nameOf = (id: string) =>
    id === 'mobile' ? MOBILE_MONEY : (methods.find((method) => method.id === id)?.name ?? methodLabel(id));
  const rows = mergedTakings(takings).map(({ paymentMethod, amountUSD, amountLRD }) => ({
    label: nameOf(paymentMethod),
    usd: fromServer(amountUSD),
    lrd: fromServer(amountLRD),
  }));
  return (
    <section className="card stack tight" aria-labelledby="money-tonight">
      <div className="split">
        <h2 id="money-tonight">{words.title}</h2>
        <small>{words.note}</small>
      </div>
      {rows.length === 0 ? (
        <p className="lead">{words.nothing}</p>
      ) : (
        <MoneyTable of={words.how} rows={withSum(words.all, rows)} />
      )}
    </section>
  );
}

/** Only for a bar with tills. */
export function Drawers() {
  const tills = useGet(TILLS, { meta: WITH_PAYMENTS }).data;
  const shifts = useGet('/api/shifts').data ?? [];
  if (!tills) return null;
  const open = tills.filter(({ kind, openShiftId }) => kind !== 'safe' && openShiftId !== null);
  const safes = tills.filter(({ kind }) => kind === 'safe');
  return (
    <section className="card stack" aria-labelledby="drawers">
      <h2 id="drawers">{words.drawer}</h2>
      {open.length === 0 && <p className="lead">{words.closed}</p>}
      {open.map((till) => (
        <Drawer key={till.id} till={till} shift={shifts.find(({ id }) => id === till.openShiftId)} />
      ))}
      {safes.length > 0 && (
        <dl className="facts">
          {safes.map(({ id, cashUSD, cashLRD }) => (
            <div key={id}>
              <dt>{words.safe}</dt>
              <dd>
                {formatMoney(fromServer(cashUSD), 'USD')} + {formatTotal(fromServer(cashLRD), 'LRD')}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function Drawer({ till, shift }: { till: Till; shift: Shift | undefined }) {
  return (
    <div className="stack tight">
      <div className="split">
        <b>{till.name}</b>
        {shift && <small>{words.since(formatTime(shift.openedAt), shift.responsibleName)}</small>}
      </div>
      <div className="abreast">
        <Figure name={words.usd} value={formatMoney(fromServer(till.cashUSD), 'USD')} />
        <Figure name={words.lrd} value={formatTotal(fromServer(till.cashLRD), 'LRD')} />
      </div>
    </div>
  );
}
