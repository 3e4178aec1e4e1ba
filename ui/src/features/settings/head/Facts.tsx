/** The state of the connection with head office, and how far the box has sent. */
import type { ReactNode } from 'react';
import type { HeadLink } from '../../../api/types';
import { formatDateTime } from '../../../lib/format';
import { dayIn } from '../../../parts/head-office/link';
import { words as shared } from '../../../parts/head-office/strings';
import { Badge } from '../../../ui/Badge';
import { Notice } from '../../../ui/feedback/Notice';
import { head as words } from './strings';

const TONE: Record<HeadLink['state'], string> = {
  off: 'inactive',
  unpaired: 'warning',
  ok: 'ok',
  behind: 'warning',
  away: 'warning',
  refused: 'error',
  beside: 'error',
  damaged: 'error',
};

export function Facts({ link }: { link: HeadLink }) {
  const { state, url, pairedAt, pairedBy, journal, entriesBehind, nextTryAt } = link;
  return (
    <>
      <dl className="facts addresses">
        <Fact name={words.status}>
          <Badge status={TONE[state]}>{words.state[state] ?? state}</Badge>
        </Fact>
        {url && <Fact name={words.address}>{url}</Fact>}
        {pairedAt && pairedBy && (
          <Fact name={words.since}>{words.sinceBy(formatDateTime(pairedAt), pairedBy)}</Fact>
        )}
        {entriesBehind !== null && (
          <Fact name={words.sent}>{words.sentOf(journal - entriesBehind, journal)}</Fact>
        )}
        {nextTryAt && <Fact name={words.nextTry}>{formatDateTime(nextTryAt)}</Fact>}
      </dl>
      <Problem link={link} />
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Why the last try failed, or that another box counts. */
function Problem({ link: { state, error } }: { link: HeadLink }) {
  if (state === 'beside') return <Notice kind="error">{shared.beside(dayIn(error))}</Notice>;
  return error && <Notice kind="warning">{error}</Notice>;
}
