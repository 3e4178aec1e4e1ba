/** Words of the lines of a cart or an order. */
import { formatCount } from '../../lib/format';
import type { LineChange } from './lines';

export const words = {
  each: (price: string) => `${price} each`,
  byLabel: 'Price on the label',
  was: (price: string) => `was ${price}`,
  listPrice: (price: string) => `list price ${price}`,
  remove: 'Remove',
  left: (stock: number) => `${formatCount(stock)} left`,
  addNote: 'Add note',
  noteExample: 'no pepper',
  noteOn: (item: string, note: string) => (note ? `Note on ${item}: ${note}` : `Note on ${item}`),
  onlyLeft: (stock: number) => `Only ${stock} units available`,
};

const soldOut = (name: string) => `${name} just sold out.`;

/**
 * Title and text for what another phone has changed in a cart or an order. `removed` says where a sold-out line is gone from,
 * `updated` is the title of all other changes.
 */
export function changesText(
  changes: readonly LineChange[],
  { removed, updated }: { removed: string; updated: string },
): [title: string, text: string] {
  const [first, ...others] = changes;
  if (first?.left === 0 && others.length === 0) return [soldOut(first.name), removed];
  const texts = changes.map(({ name, left }) => {
    if (left === 0) return `${soldOut(name)} ${removed}`;
    return `${name}: ${left === undefined ? 'new price' : words.onlyLeft(left)}.`;
  });
  return [updated, texts.join(' ')];
}
