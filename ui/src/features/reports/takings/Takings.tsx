/** The money of the period: kept, by payment method, and received and given back, by method and currency. */
import { methodLabel } from '../../../api/payment';
import type { SalesReport } from '../../../api/types';
import { formatExact } from '../../../lib/format';
import { fromServer } from '../../../lib/money/money';
import type { DateRange } from '../../../parts/range/range';
import { MOBILE_MONEY, mergedTakings, mergedTenders } from '../../../parts/takings/mobileMoney';
import { Empty } from '../../../ui/feedback/States';
import { MoneyTable, withSum } from '../../../ui/money/MoneyTable';
import { FoldedPart, Part } from '../Part';
import { words } from '../strings';

interface TakingsProps {
  report: SalesReport;
  range: DateRange | null;
}

export function Takings({ report: { takings, tenders, tipsUSD, tipsLRD }, range }: TakingsProps) {
  // A method that the bar has added is shown by its name.
  const named = tenders.map(({ method, name }) => ({ id: method, name }));
  const nameOf = (method: string) => (method === 'mobile' ? MOBILE_MONEY : methodLabel(method, named));
  const rows = mergedTakings(takings).map(({ paymentMethod, amountUSD, amountLRD }) => ({
    label: nameOf(paymentMethod),
    usd: fromServer(amountUSD),
    lrd: fromServer(amountLRD),
  }));
  const hasTips = tipsUSD !== undefined || tipsLRD !== undefined;
  const tips = {
    label: words.tips,
    note: words.tipsNote,
    usd: fromServer(tipsUSD),
    lrd: fromServer(tipsLRD),
  };
  return (
    <Part title={words.takings} note={words.takingsNote} parts={[['takings', '']]} range={range}>
      {rows.length === 0 && !hasTips ? (
        <Empty text={words.noTakings} />
      ) : (
        <MoneyTable of={words.method} rows={[...withSum(words.inAll, rows), ...(hasTips ? [tips] : [])]} />
      )}
    </Part>
  );
}

/** Money received and given back per method and currency, to compare with the drawer and the phone. */
export function TakingsByCurrency({ report, range }: TakingsProps) {
  const { tenders, changeUSD, changeLRD, tipsUSD, tipsLRD } = report;
  if (tenders.length === 0) return null;
  // What is not kept: change, and tips, which may be negative where more was given back than left.
  const less = [
    { name: words.changeGiven, currency: 'USD' as const, cents: fromServer(changeUSD) },
    { name: words.changeGiven, currency: 'LRD' as const, cents: fromServer(changeLRD) },
    { name: words.tips, currency: 'USD' as const, cents: fromServer(tipsUSD) },
    { name: words.tips, currency: 'LRD' as const, cents: fromServer(tipsLRD) },
  ].filter(({ cents }) => cents !== 0);
  return (
    <FoldedPart
      title={words.tenders}
      value={words.payments(tenders.reduce((sum, { count }) => sum + count, 0))}
      note={words.tendersNote}
      parts={[['tenders', '']]}
      range={range}
    >
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
        {less.map(({ name, currency, cents }) => (
          <li key={`${name} ${currency}`}>
            <span className="grow name">{words.inCurrency(name, currency)}</span>
            <span className="money end">
              <span>{formatExact(-cents, currency)}</span>
            </span>
          </li>
        ))}
      </ul>
    </FoldedPart>
  );
}
