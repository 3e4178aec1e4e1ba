/** What a receipt says about tax, as on its paper. */
import type { GuestReceipt } from '../../../api/types';
import { formatExact } from '../../../lib/format';
import { fromServer } from '../../../lib/money/money';
import { detail as words } from '../strings';

type Row = GuestReceipt['taxRows'][number];

export interface Amount {
  label: string;
  amount: string;
}

/** What comes on top, before the total: the sum without it in both currencies, then a row for each tax. */
export function onTop(receipt: GuestReceipt): Amount[] {
  const subtotal = receipt.totals.displaySubtotal;
  if (!subtotal) return [];
  const [usd, lrd] = subtotal.split(' / ') as [string, string];
  return [
    { label: words.subtotal, amount: usd },
    { label: words.inLiberian, amount: lrd },
    ...shown(receipt, true),
  ];
}

/** Who the receipt is for: name, number and address. */
export function buyerOf({ buyer }: GuestReceipt): Amount[] {
  if (!buyer) return [];
  const { name, tin, address } = buyer;
  return [
    { label: words.buyer, amount: name },
    ...(tin ? [{ label: words.buyerTin, amount: tin }] : []),
    ...(address ? [{ label: address, amount: '' }] : []),
  ];
}

/** The lines of the fiscal device at the end, as on paper: a refused receipt waits for its signature as well. */
export function fiscalOf({ fiscal }: GuestReceipt): string[] {
  if (!fiscal) return [];
  const { signed } = fiscal;
  return signed
    ? [words.fiscalDevice(signed.deviceId), words.fiscalNumber(signed.number), signed.signature]
    : [words.fiscalPending];
}

/** What the prices contain: a row for each tax, and what is not taxed. */
export function included(receipt: GuestReceipt): Amount[] {
  return shown(receipt, false);
}

/** Whether a line is a service charge. */
export const isService = ({ kind }: GuestReceipt['items'][number]): boolean => kind === 'service_charge';

/** The name of a line, with the letter of its row where there are several: `Club Beer [A]`. */
export function nameOf({ name, taxLabel }: GuestReceipt['items'][number], { taxRows }: GuestReceipt): string {
  const label = taxLabel ?? words.withoutTax;
  // Lines do not say their mode: a label in two modes has no certain letter.
  const [mode, other] = new Set(taxRows.filter((row) => row.label === label).map((row) => row.mode));
  const letter = mode && !other && letterOf({ label, mode }, taxRows);
  return letter ? `${name} [${letter}]` : name;
}

/** Lines without tax stand with those on which it comes on top, if there are any. */
function isOnTop({ mode }: Row, { totals }: GuestReceipt): boolean {
  return mode === 'added' || (mode === 'off' && !!totals.displaySubtotal);
}

function shown(receipt: GuestReceipt, onTop: boolean): Amount[] {
  const { taxRows, taxExemption, totals } = receipt;
  const rows = taxRows.filter((row) => isOnTop(row, receipt) === onTop);
  const amounts = rows.map((row) => {
    const { label, kind, currency } = row;
    const money = (amount: string) => formatExact(fromServer(amount), currency);
    const isRate = kind === 'taxed' || kind === 'zero';
    const letter = letterOf(row, taxRows);
    return {
      label: [letter, label, isRate && `on ${money(row.net)}`].filter(Boolean).join(' '),
      amount: kind === 'zero' ? '' : money(kind === 'taxed' ? row.tax : row.gross),
    };
  });
  // It stands below those on top, if there are any.
  if (!taxExemption || !taxRows.length || !!totals.displaySubtotal !== onTop) return amounts;
  return [...amounts, { label: words.taxExempt(taxExemption), amount: '' }];
}

/** The letter of a label in its mode, A for the first row; none where all rows have the same. */
function letterOf(one: Pick<Row, 'label' | 'mode'>, rows: Row[]): string | undefined {
  const keyOf = ({ label, mode }: typeof one) => `${mode} ${label}`;
  const keys = [...new Set(rows.map(keyOf))];
  return keys.length > 1 ? 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[keys.indexOf(keyOf(one))] : undefined;
}
