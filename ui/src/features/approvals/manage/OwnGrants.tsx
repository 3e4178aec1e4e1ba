/** 'Approved with your PIN on Bar tablet: …': a manager whose PIN or password was used reads it until it is dismissed. */
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { APPROVALS } from '../../../api/approvals';
import { useSession } from '../../../api/session';
import type { Approval } from '../../../api/types';
import { useUntouched } from '../../../lib/render/useUntouched';
import { read, userKey, write } from '../../../lib/state/storage';
import { type ReadApprovals, readApprovals } from '../read';
import { manage as words } from '../strings';

/** The latest approvals that are looked at. */
const LIMIT = 30;
/** Older ones are no news on a phone that never showed one, in milliseconds. */
const NEWS_MS = 24 * 3_600_000;

export function OwnGrants() {
  const username = useSession().user?.username ?? '';
  const key = userKey('own-grants', username);
  const [seen, setSeen] = useState(() => Number(read(key) ?? 0));
  const { data } = useQuery<ReadApprovals, Error>({
    queryKey: [`${APPROVALS}?limit=${LIMIT}`],
    queryFn: ({ signal }) => readApprovals(undefined, LIMIT, signal),
    refetchOnWindowFocus: 'always',
  });
  const since = Date.now() + (data?.ahead ?? 0) - NEWS_MS;
  const isNews = ({ id, decidedBy, decidedHow, decidedAt }: Approval) =>
    id > seen &&
    decidedBy === username &&
    (decidedHow === 'pin' || decidedHow === 'password') &&
    Date.parse(decidedAt ?? '') > since;
  // The banner moves the page: not under a thumb.
  const news = useUntouched(
    (data?.rows ?? NONE)
      .filter(isNews)
      .map(({ id }) => id)
      .join(),
  );
  const rows =
    news === '' ? NONE : news.split(',').map((id) => data?.rows.find((row) => row.id === Number(id)));
  const [newest] = rows;
  if (!newest || newest.id <= seen) return null;

  function dismiss() {
    const id = newest?.id ?? 0;
    write(key, String(id));
    setSeen(id);
  }
  return (
    <p className="banner question" role="status" data-status="warning">
      <ShieldCheck />
      <span className="grow">
        <b>
          {newest.decidedHow === 'pin'
            ? words.byPin(newest.deviceName ?? words.otherDevice)
            : words.byPassword}
        </b>{' '}
        {newest.summary}
        {rows.length > 1 && (
          <>
            {' '}
            <Link href="/staff/approvals">{words.more(rows.length - 1)}</Link>
          </>
        )}
      </span>
      <button type="button" className="quiet icon-only" aria-label={words.dismiss} onClick={dismiss}>
        <X />
      </button>
    </p>
  );
}

const NONE: Approval[] = [];
