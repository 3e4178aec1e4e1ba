/** Which finished work of others the signed-in person does not see. */
import { useBox } from '../../api/box';
import { useSession } from '../../api/session';

/** 'own': they see their own; 'nothing': their own of the day, without sums; null: they see all. */
export function useOwnWork(): 'own' | 'nothing' | null {
  const role = useSession().user?.role;
  const sees = useBox()?.people?.bartendersSee ?? 'all';
  return role !== 'bartender' || sees === 'all' ? null : sees;
}
