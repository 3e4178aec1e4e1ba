/** The products of an order's earlier rounds in front of the others. */
import type { Product } from '../../api/types';
import type { Group } from './groups';
import { pickOf } from './ranking';

/** The title of their group. */
const AGAIN = 'Again';

/** What was ordered before in a group of its own, and the rest as `groupsOf` has it. No product is shown twice. */
export function againFirst(
  found: readonly Product[],
  again: readonly number[] | undefined,
  groupsOf: (products: readonly Product[]) => Group[],
): Group[] {
  const before = pickOf(found, again ?? []);
  if (before.length === 0) return groupsOf(found);
  const rest = found.filter((product) => !before.includes(product));
  return [{ title: AGAIN, sections: [{ title: null, products: before }] }, ...groupsOf(rest)];
}
