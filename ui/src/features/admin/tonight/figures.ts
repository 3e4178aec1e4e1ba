/** The figures of tonight: how they compare with the same weekday, what runs out, what is still to be paid. */
import { type Cents, fromServer } from '../../../lib/money/money';
import { type Owed, owes } from '../../../parts/bills/owes';
import { median, type Night, thatSold } from '../../../parts/nights/nights';

export interface Pace {
  /** Usual revenue at this time of the night, and of the whole night. */
  now: Cents;
  whole: Cents;
  receipts: number;
  average: Cents;
  /** How much more or less than usual; null where usually nothing is sold yet. */
  percent: number | null;
}

/** `hour` with minutes as a fraction, in the hours of the clock; the business day begins at `begins`. */
export function paceOf(nights: readonly Night[], sold: Cents, hour: number, begins: number): Pace | null {
  const open = thatSold(nights);
  if (!open) return null;
  const whole = median(open.map(({ overallSummary }) => fromServer(overallSummary.totalRevenue)));
  const now = median(open.map((night) => soldUntil(night, hour, begins)));
  const share = whole === 0 ? 0 : now / whole;
  return {
    now,
    whole,
    receipts: Math.round(median(open.map(({ overallSummary }) => overallSummary.totalSales)) * share),
    average: median(
      open.map(({ overallSummary: { totalRevenue, totalSales } }) =>
        Math.round(fromServer(totalRevenue) / totalSales),
      ),
    ),
    percent: now === 0 ? null : Math.round((sold / now - 1) * 100),
  };
}

/** Of the present hour as much as has passed: the reports have whole hours. */
function soldUntil({ hours }: Night, hour: number, begins: number): Cents {
  const since = (clock: number) => (clock - begins + 24) % 24;
  const passed = since(hour);
  return hours.reduce((sum, row) => {
    const share = Math.min(1, Math.max(0, passed - since(row.hour)));
    return sum + Math.round(fromServer(row.totalRevenue) * share);
  }, 0);
}

export interface RunsOut {
  id: number;
  name: string;
  portions: number;
  hours: number;
}

/** What is gone within these hours, at the pace of tonight. */
const SOON_HOURS = 8;
const ROWS_MAX = 10;
const HOUR_MS = 3_600_000;
/** Shorter nights have no pace yet. */
const PACE_MS = HOUR_MS / 2;

/** `openMs`: since the first sale of the night. */
export function runningOut(
  products: readonly { id: number; name: string; portions: number | null }[],
  sold: readonly { productId: number | null; totalQuantity: number }[],
  openMs: number,
): RunsOut[] {
  if (openMs < PACE_MS) return [];
  const quantities = new Map(sold.map(({ productId, totalQuantity }) => [productId, totalQuantity]));
  return products
    .map((product) => {
      const { id, name } = product;
      // What is not counted does not run out.
      const portions = product.portions ?? 0;
      const perHour = (quantities.get(id) ?? 0) / (openMs / HOUR_MS);
      return { id, name, portions, hours: perHour > 0 ? portions / perHour : Number.POSITIVE_INFINITY };
    })
    .filter(({ portions, hours }) => portions > 0 && hours < SOON_HOURS)
    .sort((one, other) => one.hours - other.hours)
    .slice(0, ROWS_MAX);
}

/** The share of the eight hours that is left, in percent. */
export const shareLeft = ({ hours }: RunsOut): number => Math.max(2, Math.round((hours / SOON_HOURS) * 100));

/** Orders that somebody still has to pay, the oldest first. */
export const openOrders = <O extends Owed & { createdAt: string }>(orders: readonly O[]): O[] =>
  orders.filter(owes).sort((one, other) => one.createdAt.localeCompare(other.createdAt));

/** `2 h 5 min` */
export function durationOf(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
