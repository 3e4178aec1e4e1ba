/** Words of the price assistant. */
import type { Rounding } from './plan';

export const words = {
  title: 'Price Assistant',
  none: 'No tax change is planned',
  failed: 'Tax changes could not be loaded',
  plansFailed: 'The price plans could not be loaded',
  pricesFailed: 'The prices could not be loaded',
  change: 'Change',
  products: (count: number) => `${count} ${count === 1 ? 'product' : 'products'}`,
  prices: 'Prices',
  noPrices: {
    onTop: 'No price has to change: tax comes on top of prices.',
    comesOnTop: 'No new prices are suggested: tax comes on top of prices from that day on.',
    off: 'No new prices are suggested: tax is off from that day on.',
    noProduct: 'No product is in a class that changes.',
    same: 'No price contains another percent of tax from that day on.',
  },
  newPrice: (name: string, currency: string) => `New price of ${name} in ${currency}`,
  net: (before: string, after: string) => `Net ${before}, then ${after}`,
  planned: (price: string) => `Planned ${price}`,
  notAnAmount: 'Not an amount',
  plan: 'Plan Prices',
  planning: 'Planning...',
  withdraw: 'Withdraw Plan',
  isPlanned: (count: number, day: string) =>
    `${count} ${count === 1 ? 'product has a new price' : 'products have new prices'} from ${day}.`,
  unchanged: 'Tax does not change on that day.',
  nothing: 'All prices stay as they are',
  saved: 'Prices are planned',
  withdrawn: 'The plan is withdrawn',
  saveFailed: 'Failed to plan the prices',
  withdrawFailed: 'Failed to withdraw the plan',
};

export const ROUNDINGS: readonly { value: Rounding; label: string }[] = [
  { value: 'keep', label: 'Keep prices' },
  { value: 'up', label: 'Raise, rounded up' },
  { value: 'nearest', label: 'Raise, to the nearest' },
];
