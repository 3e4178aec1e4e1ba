/** Colleagues, to choose from: managers read the list of the staff, on an enrolled device it is who may sign in there. */
import { useGet } from '../../api/http/query';
import { mayManage, useSession } from '../../api/session';
import { tillStore } from '../../api/till';
import type { Shift } from '../../api/types';
import { useStore } from '../../lib/state/store';

interface Colleague {
  id: number;
  name: string;
}

/** `shifts`: who is responsible for an open till is known to everybody. */
export function usePeople(shifts: readonly Shift[] = []): Colleague[] {
  const manages = mayManage(useSession().user?.role);
  const names = useGet('/api/users/names', { enabled: manages }).data;
  const here = useStore(tillStore)?.people ?? [];
  if (names) return names.map(({ id, name }) => ({ id, name }));
  const known = [
    ...here.map(({ userId, name }) => ({ id: userId, name })),
    ...shifts.map(({ responsibleId, responsibleName }) => ({ id: responsibleId, name: responsibleName })),
  ];
  return known.filter(({ id }, place) => known.findIndex((other) => other.id === id) === place);
}
