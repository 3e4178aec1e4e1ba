/** An open order or tab: whose it is, since when, and what is due. */
import type { OpenLine } from '../api/types';
import { cash } from '../lib/figures';
import { open as words } from './rowStrings';

interface OpenRowProps {
  line: OpenLine;
  /** Left out on the page of the bar. */
  barName?: string;
}

export function OpenRow({ line, barName }: OpenRowProps) {
  const { kind, name, table, since, by, dueUSD, dueLRD, remainingUSD } = line;
  return (
    <li className="line">
      <span className="grow">
        <span className="name">{name ?? (table === null ? words[kind] : words.table(table))}</span>
        <small>
          {[barName, words[kind], name && table && words.table(table)].filter(Boolean).join(' · ')}
        </small>
        <small>{since === null ? by : by === null ? words.since(since) : words.sinceBy(since, by)}</small>
      </span>
      <span className="line-end">
        {/* Due in each currency as priced; what remains is the worth of both in US dollars. */}
        <b>{cash(remainingUSD ?? dueUSD, 'USD')}</b>
        <small>
          {[isThere(dueUSD) && cash(dueUSD, 'USD'), isThere(dueLRD) && cash(dueLRD, 'LRD')]
            .filter(Boolean)
            .join(' + ')}
        </small>
      </span>
    </li>
  );
}

const isThere = (amount: string | null): boolean => amount !== null && Number(amount) !== 0;
