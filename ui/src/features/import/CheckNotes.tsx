/** What to look at before an import: a guessed encoding, columns and prices that do not count, replaced stock. */
import type { IgnoredPrice } from '../../api/types';
import { formatMoney } from '../../lib/format';
import { fromServer } from '../../lib/money/money';
import { Fold } from '../../ui/Fold';
import { Alert } from '../../ui/feedback/Alert';
import { Mistake } from './Rows';
import { stockReplaced } from './rules/changes';
import { check as text } from './strings';
import type { Encoding as EncodingName, ImportAnswer } from './types';

interface CheckNotesProps {
  answer: ImportAnswer;
  disabled: boolean;
  onEncoding: (encoding: EncodingName) => void;
}

export function CheckNotes({ answer, ...reading }: CheckNotesProps) {
  const replaced = stockReplaced(answer.rows);
  const { columns, created, ignoredColumns, ignoredPrices = [] } = answer;
  return (
    <>
      <Encoding answer={answer} {...reading} />
      <Unused columns={ignoredColumns} />
      <IgnoredPrices prices={ignoredPrices} />
      {created > 0 && !columns.some(({ field }) => field === 'stock') && (
        <Alert kind="info">{text.noStock}</Alert>
      )}
      {replaced > 0 && <Alert kind="warning">{text.stockReplaced(replaced)}</Alert>}
    </>
  );
}

/** More than these would push the rows out of sight. */
const COLUMNS_MAX = 3;

/** The columns that are left out: many of them in a line that opens. */
function Unused({ columns }: { columns: readonly string[] }) {
  if (columns.length === 0) return null;
  if (columns.length <= COLUMNS_MAX) return <p>{text.ignored(columns.join(', '))}</p>;
  return (
    <section className="card folds">
      <Fold summary={text.unused(columns.length)}>
        <p>{columns.join(', ')}</p>
      </Fold>
    </section>
  );
}

/** A letter beyond ASCII: what a wrong guess of the encoding shows. */
const ACCENT = /[^\p{ASCII}]/u;

/** Where the encoding was guessed; the other one is a tap away. */
function Encoding({ answer: { format, rows }, disabled, onEncoding }: CheckNotesProps) {
  if (format.encoding !== 'windows-1252' && format.encoding !== 'macintosh') return null;
  const other = format.encoding === 'macintosh' ? 'windows-1252' : 'macintosh';
  const sample = rows.find(({ name }) => ACCENT.test(name))?.name;
  return (
    <>
      <Alert kind="info" reason={sample && text.suchAs(sample)}>
        {text.readAs(text.encodings[format.encoding])}
      </Alert>
      <div className="row">
        <button type="button" className="secondary" disabled={disabled} onClick={() => onEncoding(other)}>
          {text.readItAs(text.encodings[other])}
        </button>
      </div>
    </>
  );
}

/** Cells of `price` that say something else than the column of that price. */
function IgnoredPrices({ prices }: { prices: readonly IgnoredPrice[] }) {
  if (prices.length === 0) return null;
  const amount = (price: string, currency: 'USD' | 'LRD') => formatMoney(fromServer(price), currency);
  return (
    <Alert kind="warning">
      {text.ignoredPrices}
      {prices.map(({ line, name, currency, price, used }) => (
        <small key={line}>
          {text.ignoredPrice(line, name, amount(price, currency), amount(used, currency), currency)}
        </small>
      ))}
    </Alert>
  );
}

/** Mistakes that belong to none of the rows, such as one of the whole file. */
export function MistakeList({ answer }: { answer: ImportAnswer }) {
  const lines = new Set(answer.rows.filter(({ state }) => isOut(state)).map(({ line }) => line));
  const others = answer.errors.filter(({ line }) => !lines.has(line));
  if (others.length === 0) return null;
  return (
    <section className="card stack tight">
      <h2>{text.mistakes}</h2>
      <ul className="list" aria-label={text.mistakes}>
        {others.map((error) => (
          <li key={`${error.line} ${error.column} ${error.message}`}>
            <span className="grow">
              <Mistake {...error} answer={answer} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const isOut = (state: string): boolean => state === 'wrong' || state === 'ask';
