/** The rows of one kind: a line with their number that opens in place. */
import { CircleQuestionMark, Equal, type LucideIcon, Pencil, Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format';
import { useIncremental } from '../../lib/render/useIncremental';
import { Badge } from '../../ui/Badge';
import { Fold } from '../../ui/Fold';
import type { DescribedRow } from './rules/changes';
import { headingOfField } from './rules/columns';
import { check as text } from './strings';
import type { ImportAnswer, ImportError, RowState } from './types';

/** More rows than this start closed: what follows would be far away. */
const OPEN_MAX = 20;

const LOOK: Record<RowState, { icon: LucideIcon; status: string }> = {
  wrong: { icon: X, status: 'error' },
  ask: { icon: CircleQuestionMark, status: 'warning' },
  new: { icon: Plus, status: 'ok' },
  changed: { icon: Pencil, status: 'info' },
  unchanged: { icon: Equal, status: 'neutral' },
};

interface KindProps {
  kind: RowState;
  count: number;
  /** Without them, those of the kind. */
  name?: string;
  note?: string;
  /** Without it, a few rows start open and many closed. */
  open?: boolean;
  children: ReactNode;
}

export function Kind({ kind, count, open = count <= OPEN_MAX, children, ...said }: KindProps) {
  if (count === 0) return null;
  const { icon: Icon, status } = LOOK[kind];
  const { name = text.kinds[kind].name, note = text.kinds[kind].note } = said;
  return (
    <div>
      <Fold
        open={open}
        summary={
          <>
            <span className="seal" data-status={status}>
              <Icon />
            </span>
            <span className="grow">
              <span>{name}</span>
              <small>{note}</small>
            </span>
            <b>{formatCount(count)}</b>
          </>
        }
      >
        {children}
      </Fold>
    </div>
  );
}

interface RowListProps {
  rows: readonly DescribedRow[];
  /** Rows of this kind; the server lists the first ones only. */
  all: number;
  label: string;
}

export function RowList({ rows, all, label }: RowListProps) {
  const { visible, more, sentinel } = useIncremental(rows, label);
  return (
    <>
      <ul className="list" aria-label={label}>
        {visible.map(({ row, texts, question }) => (
          <li key={row.line}>
            <span className="grow">
              <span className="name">{row.name}</span>
              {texts.map((line) => (
                <small key={line}>{line}</small>
              ))}
              {question && <Badge status="warning">{question}</Badge>}
            </span>
          </li>
        ))}
      </ul>
      {more ? <div ref={sentinel} /> : all > rows.length && <p>{text.more(all - rows.length)}</p>}
    </>
  );
}

interface MistakeProps extends Omit<ImportError, 'column' | 'message'> {
  column?: string | null;
  message: string | null;
  answer?: ImportAnswer;
}

/** 'Line 31, Price USD: Not an amount' */
export function Mistake({ line, column = null, message, answer }: MistakeProps) {
  const heading = column && answer ? headingOfField(answer.columns, column) : column;
  return (
    <small>
      <b>{text.line(line, heading)}</b> {message}
    </small>
  );
}
