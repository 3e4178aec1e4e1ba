/** The rows that are wrong: a line for each kind of mistake, and the rows that are like no other. */
import { useIncremental } from '../../lib/render/useIncremental';
import { GivePrice } from './GivePrice';
import { Kind, Mistake } from './Rows';
import { headingOfField } from './rules/columns';
import { kindsOf } from './rules/wrong';
import { check as text } from './strings';
import type { GivenPrice, ImportAnswer, ImportRow } from './types';

interface WrongRowsProps {
  rows: readonly ImportRow[];
  answer: ImportAnswer;
  disabled: boolean;
  onPrice: (line: number, price: GivenPrice) => void;
}

export function WrongRows({ rows, ...props }: WrongRowsProps) {
  const { answer } = props;
  const { alike, others } = kindsOf(rows);
  return (
    <>
      {alike.map(({ message, rows: own }) => {
        const givable = own.some(({ needsPrice }) => needsPrice);
        return (
          <Kind
            key={message}
            kind="wrong"
            count={own.length}
            name={message}
            note={[headingOf(own, message, answer), givable ? text.untilPriced : text.correct]
              .filter(Boolean)
              .join(' · ')}
            open={givable ? undefined : false}
          >
            <WrongList {...props} rows={own} said={message} />
          </Kind>
        );
      })}
      <Kind kind="wrong" count={others.length} open>
        <WrongList {...props} rows={others} />
      </Kind>
    </>
  );
}

/** The heading of the column in which these rows have this mistake; '' if it is not known. */
function headingOf(rows: readonly ImportRow[], message: string, { errors, columns }: ImportAnswer): string {
  const lines = new Set(rows.map(({ line }) => line));
  const found = errors.find((error) => error.message === message && lines.has(error.line));
  const inFile = found && columns.some(({ field }) => field === found.column);
  return inFile && found.column ? headingOfField(columns, found.column) : '';
}

/** `said`: the mistake that stands above the rows. */
function WrongList({ rows, answer, disabled, onPrice, said }: WrongRowsProps & { said?: string }) {
  const { visible, more, sentinel } = useIncremental(rows, answer);
  return (
    <>
      <ul className="list" aria-label={said ?? text.kinds.wrong.name}>
        {visible.map(({ line, name, message, needsPrice }) => {
          const errors = answer.errors.filter((error) => error.line === line && error.message !== said);
          return (
            <li key={line}>
              <span className="grow">
                {name && <span className="name">{name}</span>}
                {errors.length === 0 && <Mistake line={line} message={said ? null : message} />}
                {errors.map((error) => (
                  <Mistake key={`${error.column} ${error.message}`} {...error} answer={answer} />
                ))}
              </span>
              {needsPrice && (
                <GivePrice name={name} disabled={disabled} onPrice={(price) => onPrice(line, price)} />
              )}
            </li>
          );
        })}
      </ul>
      {more && <div ref={sentinel} />}
    </>
  );
}
