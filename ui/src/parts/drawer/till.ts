/** The rules of the drawer's screen: which tills a person uses, and how amounts of cash are said. */
import { at } from '../../api/calls';
import type { CashMovement, CashSetup, Role, Shift, Till } from '../../api/types';
import { formatExact, formatTime } from '../../lib/format';
import { type Cents, type Currency, type Dual, fromServer } from '../../lib/money/money';

export const CURRENCIES: readonly Currency[] = ['USD', 'LRD'];
export const TILLS = '/api/tills';
export const OPEN_SHIFTS = at('/api/shifts', { status: 'open' });
/** What changes with a count or a movement. */
export const AFTER_CASH = ['/api/shifts', '/api/tills'] as const;
/** Of a query whose answer each payment changes: every payment has a receipt. */
export const WITH_PAYMENTS = { changesWith: '/api/receipts' };

const HOUR_MS = 3_600_000;
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

export interface Me {
  id: number;
  role: Role;
}

/** Drawers and purses that this person may use and that can open, or are open. A safe has no shifts. */
export function tillsOf(
  tills: readonly Till[],
  shifts: readonly Shift[],
  mode: CashSetup['mode'],
  me: Me,
): Till[] {
  const oldest = tills.find(({ kind }) => kind === 'drawer')?.id;
  return tills.filter((till) => {
    if (till.kind === 'safe') return false;
    const canOpen =
      mode === 'purses' || (till.kind === 'drawer' && (mode === 'drawers' || till.id === oldest));
    if (!canOpen && till.openShiftId === null) return false;
    if (me.role !== 'bartender' || till.shared) return true;
    const whose = shifts.find(({ id }) => id === till.openShiftId)?.responsibleId ?? till.userId;
    return whose === null || whose === me.id;
  });
}

/** The till that shows first: the one that was chosen, the person's own, the device's, or the first. */
export function firstTill(
  tills: readonly Till[],
  { chosen, device, me }: { chosen: number | null; device: number | null; me: Me },
): Till | undefined {
  return (
    tills.find(({ id }) => id === chosen) ??
    tills.find(({ userId }) => userId === me.id) ??
    tills.find(({ id }) => id === device) ??
    tills[0]
  );
}

/**
 * The till that the box puts this person's cash into, of the `open` ones that they may use: their own, the device's, the only shared
 * drawer, or the chosen one of several; undefined where cash has no till.
 */
export function tillOfCash(
  open: readonly Till[],
  shifts: readonly Shift[],
  { chosen, device, me }: { chosen: number | null; device: number | null; me: Me },
): Till | 'several' | undefined {
  const isMine = ({ openShiftId, shared }: Till) =>
    !shared && shifts.some(({ id, responsibleId }) => id === openShiftId && responsibleId === me.id);
  const drawers = open.filter(({ shared }) => shared);
  const [only, ...others] = drawers;
  return (
    open.find(isMine) ??
    open.find(({ id }) => id === device) ??
    (others.length === 0 ? only : (drawers.find(({ id }) => id === chosen) ?? 'several'))
  );
}

/** Whether the person counts without knowing what should be there. */
export const isBlind = (role: Role, setup: Pick<CashSetup, 'blindCount'>): boolean =>
  role === 'bartender' && setup.blindCount;

interface Amounts {
  amountUSD: string;
  amountLRD: string;
}

export const dualOf = ({ amountUSD, amountLRD }: Amounts): Dual => ({
  usd: fromServer(amountUSD),
  lrd: fromServer(amountLRD),
});

/** `$10.00 + L$4,260` */
export const cashText = ({ usd, lrd }: Dual): string =>
  `${formatExact(usd, 'USD')} + ${formatExact(lrd, 'LRD')}`;

/** A signed amount: `+L$3,800`, `−$20.00`. */
export function signed(cents: Cents, currency: Currency): string {
  return `${cents > 0 ? '+' : ''}${formatExact(cents, currency)}`;
}

/** `Fri 6:02 PM` on this device. */
export const weekdayTime = (iso: string): string => `${DAYS[new Date(iso).getDay()]} ${formatTime(iso)}`;

export const isOpenLong = (shift: Shift, hours: number, now = Date.now()): boolean =>
  now - new Date(shift.openedAt).getTime() > hours * HOUR_MS;

/** What an exchange brings more than the rate; negative below it. */
export function rateGain(gives: Currency, lrd: Cents, atRate: Cents): Cents {
  return gives === 'USD' ? lrd - atRate : atRate - lrd;
}

/** Whether a manager may reverse it. */
export const canCorrect = ({ kind, status }: CashMovement): boolean =>
  kind !== 'correction' &&
  kind !== 'no_sale' &&
  kind !== 'count' &&
  status !== 'accepted' &&
  status !== 'corrected';

export const movementsUrl = (id: number) => at('/api/tills/{id}/movements', { id });
