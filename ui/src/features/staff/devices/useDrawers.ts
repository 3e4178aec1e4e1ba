/** The drawers that a device may stand at; none where the bar has no tills. */
import { useGet } from '../../../api/http/query';
import type { Till } from '../../../api/types';

export function useDrawers(): Till[] {
  const hasTills = (useGet('/api/cash/setup').data?.mode ?? 'off') !== 'off';
  const tills = useGet('/api/tills', { enabled: hasTills }).data ?? [];
  return hasTills ? tills.filter(({ kind }) => kind === 'drawer') : [];
}
