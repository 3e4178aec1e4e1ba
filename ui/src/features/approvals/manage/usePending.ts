/** The questions that wait for a manager, oldest first. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { APPROVALS } from '../../../api/approvals';
import { useGet } from '../../../api/http/query';
import { onDevice, useSession } from '../../../api/session';
import type { Approval } from '../../../api/types';
import { type ReadApprovals, readApprovals } from '../read';

/** Live updates report each change at once; while something waits the box is asked too, in milliseconds. */
const POLL_MS = 5_000;
/** Questions that are read; a person has at most five. */
const LIMIT = 50;

export interface Pending {
  approval: Approval;
  /** Who asks, as the banner says it. */
  name: string;
  /** When it ends, by this phone's clock. */
  until: number;
}

export function usePending(): Pending[] {
  const { data } = useQuery<ReadApprovals, Error>({
    queryKey: [`${APPROVALS}?limit=${LIMIT}&status=pending`],
    queryFn: ({ signal }) => readApprovals('pending', LIMIT, signal),
    // A sleeping phone has missed what was asked meanwhile.
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data?.rows.length ? POLL_MS : false),
  });
  const names = useFirstNames((data?.rows.length ?? 0) > 0);
  return useMemo(
    () =>
      (data?.rows ?? [])
        .map((approval) => ({
          approval,
          name: names.get(approval.requestedById) ?? withCapital(approval.requestedBy),
          until: Date.parse(approval.expiresAt) - (data?.ahead ?? 0),
        }))
        .sort((one, other) => one.approval.id - other.approval.id),
    [data, names],
  );
}

/** The first names of the staff. A session that began with a PIN must not read them: it would be asked for the password. */
function useFirstNames(enabled: boolean): Map<number, string> {
  const isPersonal = !onDevice(useSession());
  const { data } = useGet('/api/users/names', { enabled: enabled && isPersonal, staleTime: Infinity });
  return useMemo(() => new Map(data?.map(({ id, name }) => [id, withCapital(name)])), [data]);
}

/** The banner begins with it. */
const withCapital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
