/** The parts of a sheet. Lines of 0 and empty parts are left out, but for what was sold, the money, the drawers, and what is left. */
import type { ReactNode } from 'react';
import type { Sheet, SheetRow } from '../../../api/types';
import { formatCount, formatDateTime, formatExact } from '../../../lib/format';
import { fromServer } from '../../../lib/money/money';
import { formatMinutes } from '../../../parts/hours/hours';
import { both, keptByMethod, lrd, namesOf, usd } from './sheet';
import { categoryWords, rowWords, parts as words } from './strings';
import '../../../styles/shared/figures.css';

type Fact = readonly [label: string, figure: string];

export function Parts({ sheet }: { sheet: Sheet }) {
  return (
    <div className="halves">
      <Left sheet={sheet} />
      <Sold sheet={sheet} />
      <Money sheet={sheet} />
      <Facts title={words.credit} facts={creditFacts(sheet)} />
      <Exceptions rows={[...sheet.unpaid, ...sheet.takenBack, ...sheet.givenAway]} />
      <Facts title={words.stock} facts={stockFacts(sheet)} />
      <Facts
        title={words.paidOut}
        facts={sheet.paidOut.map((row) => [row.category, both(row.amountUSD, row.amountLRD)])}
      />
      <Facts title={words.people} facts={peopleFacts(sheet)} />
      <Facts title={words.box} facts={boxFacts(sheet)} />
    </div>
  );
}

function Left({ sheet: { left } }: { sheet: Sheet }) {
  const less: [label: string, amount: string | null][] = [
    [words.cost, left.costSoldUSD],
    [words.given, left.costGivenUSD],
    [words.tax, left.taxUSD],
    [words.paidOut, left.paidOutUSD],
  ];
  const known = left.leftUSD !== null;
  return (
    <section className="card stack tight" aria-label={known ? words.left : words.lessCosts}>
      <h2>{known ? words.left : words.sold}</h2>
      <p className="sheet-left">
        <b>{usd(left.leftUSD ?? left.soldUSD)}</b>
        {known && <small>{words.leftNote}</small>}
      </p>
      <table className="ledger">
        <tbody>
          <Line label={words.sold} figure={usd(left.soldUSD)} />
          {less.map(([label, amount]) => (
            <Line
              key={label}
              label={label}
              figure={amount === null ? words.unknown : formatExact(-fromServer(amount), 'USD')}
            />
          ))}
          {left.leftUSD !== null && <Line label={words.left} figure={usd(left.leftUSD)} sum />}
        </tbody>
      </table>
      {fromServer(left.unknownCostUSD) !== 0 && <p>{words.unknownCost(usd(left.unknownCostUSD))}</p>}
    </section>
  );
}

function Line({ label, figure, sum }: { label: string; figure: string; sum?: boolean }) {
  return (
    <tr className={sum ? 'sum' : undefined}>
      <th scope="row">{label}</th>
      <td>{figure}</td>
    </tr>
  );
}

function Sold({ sheet: { sold } }: { sheet: Sheet }) {
  const facts: Fact[] = [
    [words.receipts, formatCount(sold.receipts)],
    [words.pricedUSD, usd(sold.pricedUSD)],
    [words.pricedLRD, lrd(sold.pricedLRD)],
    ...sold.categories.map(
      ({ category, totalUSD }): Fact => [categoryWords[category] ?? category, usd(totalUSD)],
    ),
  ];
  return <Facts title={words.sold} total={usd(sold.totalUSD)} facts={facts} />;
}

function Money({ sheet }: { sheet: Sheet }) {
  const { money, cash } = sheet;
  const row = (label: string, inUSD: string, inLRD: string) => (
    <tr key={label}>
      <th scope="row">{label}</th>
      <td>{usd(inUSD)}</td>
      <td>{lrd(inLRD)}</td>
    </tr>
  );
  return (
    <section className="card stack tight" aria-labelledby="money-kept">
      <h2 id="money-kept">{words.money}</h2>
      <table className="ledger">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{words.method}</span>
            </th>
            <th scope="col">USD</th>
            <th scope="col">LRD</th>
          </tr>
        </thead>
        <tbody>
          {keptByMethod(sheet).map((method) => row(method.name, method.usd, method.lrd))}
          {row(words.change, money.changeUSD, money.changeLRD)}
          {row(words.rounding, '0.00', money.roundingLRD)}
          {row(words.tips, money.tipsUSD, money.tipsLRD)}
        </tbody>
      </table>
      <h3>{words.drawer}</h3>
      {cash.length === 0 ? <p>{words.notCounted}</p> : <Drawer cash={cash} />}
    </section>
  );
}

function Drawer({ cash }: Pick<Sheet, 'cash'>) {
  const line = (label: ReactNode, of: (count: Sheet['cash'][number]) => ReactNode) => (
    <tr>
      <th scope="row">{label}</th>
      {cash.map((count) => (
        <td key={count.currency}>{of(count)}</td>
      ))}
    </tr>
  );
  return (
    <table className="ledger">
      <tbody>
        {line(words.expected, ({ currency, expected }) => formatExact(fromServer(expected), currency))}
        {line(words.counted, ({ currency, counted }) => formatExact(fromServer(counted), currency))}
        {line(<span className="sr-only">{words.difference}</span>, ({ currency, difference }) =>
          verdict(fromServer(difference), currency),
        )}
      </tbody>
    </table>
  );
}

function verdict(difference: number, currency: 'USD' | 'LRD'): string {
  if (difference === 0) return words.right;
  return `${difference > 0 ? words.over : words.short} ${formatExact(Math.abs(difference), currency)}`;
}

/** The rows that happened, with whose they were. */
function Exceptions({ rows }: { rows: SheetRow[] }) {
  const happened = rows.filter(({ count }) => count !== 0);
  if (happened.length === 0) return null;
  return (
    <section className="card stack tight" aria-labelledby="exceptions">
      <h2 id="exceptions">{words.exceptions}</h2>
      <table className="ledger">
        <thead className="sr-only">
          <tr>
            <th scope="col">{words.what}</th>
            <th scope="col">{words.times}</th>
            <th scope="col">{words.worth}</th>
          </tr>
        </thead>
        <tbody>
          {happened.map((row) => (
            <tr key={row.kind}>
              <th scope="row">
                {rowWords[row.kind]}
                {row.people.length > 0 && <small>{namesOf(row)}</small>}
              </th>
              <td>{formatCount(row.count)}</td>
              <td>{usd(row.worthUSD)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Facts({ title, total, facts }: { title: string; total?: string; facts: Fact[] }) {
  if (facts.length === 0) return null;
  const id = `part-${title.toLowerCase().replace(/\W+/g, '-')}`;
  return (
    <section className="card stack tight" aria-labelledby={id}>
      <div className="split">
        <h2 id={id}>{title}</h2>
        {total && <b>{total}</b>}
      </div>
      <dl className="facts">
        {facts.map(([label, figure]) => (
          <div key={`${label} ${figure}`}>
            <dt>{label}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const worth = (label: string, amount: string): Fact[] =>
  fromServer(amount) === 0 ? [] : [[label, usd(amount)]];
const count = (label: string, figure: number): Fact[] => (figure === 0 ? [] : [[label, formatCount(figure)]]);

function creditFacts({ credit }: Sheet): Fact[] {
  const owes = fromServer(credit.owedUSD) !== 0 || fromServer(credit.owedLRD) !== 0;
  return [
    ...worth(words.newCredit, credit.newUSD),
    ...worth(words.collected, credit.collectedUSD),
    ...(owes ? [[words.owed, both(credit.owedUSD, credit.owedLRD)] as const] : []),
  ];
}

function stockFacts({ stock }: Sheet): Fact[] {
  return [
    ...(stock.soldOut.length > 0 ? [[words.soldOut, stock.soldOut.join(', ')] as const] : []),
    ...stock.losses.map(
      ({ bottles, productName, worthUSD }): Fact => [
        words.missing,
        `${words.loss(bottles, productName)}, ${usd(worthUSD)}`,
      ],
    ),
    ...worth(words.wasted, stock.wastedUSD ?? '0.00'),
    ...count(words.empties, stock.emptiesOwed ?? 0),
  ];
}

function peopleFacts({ people }: Sheet): Fact[] {
  const decided = people.granted + people.refused > 0;
  return [
    ...people.hours.map(({ userName, paidMinutes, notStamped }): Fact => {
      const missing = notStamped > 0 ? `, ${words.notStamped(notStamped)}` : '';
      return [`${words.hours}: ${userName}`, `${formatMinutes(paidMinutes)}${missing}`];
    }),
    ...(decided ? [[words.approvals, words.decided(people.granted, people.refused)] as const] : []),
    ...count(words.pinResets, people.pinResets),
    ...count(words.wrongPins, people.wrongPins),
    ...count(words.noSales, people.noSales),
    ...count(words.reprints, people.reprints),
    ...count(words.negativeCash, people.negativeCash),
    ...count(words.methodCorrected, people.methodCorrected),
  ];
}

function boxFacts({ box }: Sheet): Fact[] {
  return [
    ...count(words.starts, box.starts),
    ...count(words.clockJumps, box.clockJumps),
    ...(box.lastBackupAt ? [[words.lastBackup, formatDateTime(box.lastBackupAt)] as const] : []),
    ...count(words.notPrinted, box.notPrinted),
  ];
}
