/** Between which tills cash moves. */
import type { CashMovement, Till } from '../../../api/types';

/** The tills on the other side: a drop goes to a safe, change comes from a safe or an open drawer. */
export function othersOf(kind: CashMovement['kind'], till: Till, tills: readonly Till[]): Till[] {
  const isOpen = (other: Till) => other.kind === 'safe' || other.openShiftId !== null;
  const others = tills.filter((other) => other.id !== till.id);
  if (kind === 'drop') return others.filter((other) => other.kind === 'safe');
  if (kind === 'float') return others.filter((other) => other.kind !== 'purse' && isOpen(other));
  return kind === 'transfer' ? others : [];
}
