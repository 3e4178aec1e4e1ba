/** Words of the lines of a cart or an order. */
import { formatCount } from '../../lib/format';
import type { LineChange } from './lines';

export const words = {
  each: (price: string) => `${price} each`,
  was: (price: string) => `was ${price}`,
  listPrice: (price: string) => `list price ${price}`,
  remove: 'Remove',
  left: (stock: number) => `${formatCount(stock)} left`,
  addNote: 'Add note',
  noteExample: 'no pepper',
  noteOn: (item: string, note: string) => (note ? `Note on ${item}: ${note}` : `Note on ${item}`),
  onlyLeft: (stock: number) => `Only ${stock} units available`,
};

export const price = {
  title: 'Change Price',
  action: 'Change price',
  list: 'List price',
  each: (symbol: string) => `Price each (${symbol})`,
  reason: 'Reason',
  onTheHouse: 'On the house',
  back: 'Back to the list price',
  cancel: 'Cancel',
  submit: 'Change Price',
  priceRequired: 'Please enter a price of 0 or more',
  isList: 'This is the list price',
  reasonRequired: 'Reason is required',
};

/** 'Club Beer: Only 2 units available. Guinness: new price.' */
export function changesText(changes: readonly LineChange[]): string {
  return changes
    .map(({ name, left }) => `${name}: ${left === undefined ? 'new price' : words.onlyLeft(left)}`)
    .join('. ');
}
