/** Addresses and calls of truth sheets, and what is shown of their figures. */
import { at } from '../../../api/calls';
import { post, type WriteOptions } from '../../../api/http/client';
import type { Sheet, SheetRow } from '../../../api/types';
import { formatExact } from '../../../lib/format';
import { fromServer } from '../../../lib/money/money';

export const AFTER_ISSUE = ['/api/sheets'] as const;

export const issuedOf = (day: string) => at('/api/sheets', { from: day, to: day });

/** `key`: a day, or the number of an issued sheet. */
export const sheetUrl = (key: string) => at('/api/sheets/{key}', { key });

export const csvUrl = (key: string) => at('/api/sheets/{key}', { key, format: 'csv' });

export const fileNameOf = (key: string) => `truth-sheet-${key}.csv`;

export const printSheet = (key: string, options: WriteOptions) =>
  post(at('/api/sheets/{key}/print', { key }), {}, options);

export const issueSheet = (day: string, options: WriteOptions) => post('/api/sheets', { day }, options);

export const checkSheet = (text: string, options: WriteOptions) =>
  post('/api/sheets/verify', { text }, options);

const AS_IT_STANDS = 'now-';

/** The last part of the address of a night as it stands, even if sheets of it were issued. */
export const asItStands = (day: string) => `${AS_IT_STANDS}${day}`;

/** The day of an address: `T-20261120-1`, `2026-11-20` and `now-2026-11-20` are of the same night; null for anything else. */
export function dayOf(key: string | undefined): string | null {
  if (!key) return null;
  const day = key.replace(AS_IT_STANDS, '');
  if (/^\d{4}-\d{2}-\d{2}$/.test(day)) return day;
  const digits = /^T-(\d{4})(\d{2})(\d{2})-\d+$/.exec(key);
  return digits ? `${digits[1]}-${digits[2]}-${digits[3]}` : null;
}

/** What an address shows: that sheet, the night as it stands, or else the newest issued sheet, if there is one. */
export function shownBy(key: string | undefined, day: string, newest: string | undefined): string {
  if (key?.startsWith('T-')) return key;
  return key === asItStands(day) ? day : (newest ?? day);
}

/** The day `days` later. */
export function plusDays(day: string, days: number): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

export const usd = (amount: string) => formatExact(fromServer(amount), 'USD');

export const lrd = (amount: string) => formatExact(fromServer(amount), 'LRD');

/** `$184.50 + L$22,300`, or the one that is not zero. */
export function both(inUSD: string, inLRD: string): string {
  const amounts = [fromServer(inUSD) !== 0 && usd(inUSD), fromServer(inLRD) !== 0 && lrd(inLRD)].filter(
    Boolean,
  );
  return amounts.length > 0 ? amounts.join(' + ') : usd(inUSD);
}

/** `musa 2, fatu 1` */
export const namesOf = ({ people }: SheetRow) =>
  people.map(({ userName, count }) => `${userName} ${count}`).join(', ');

/** What was kept of each method, by name: the amounts of both currencies in one row. */
export function keptByMethod({ money }: Sheet): { name: string; usd: string; lrd: string }[] {
  const rows = new Map<string, { name: string; usd: string; lrd: string }>();
  for (const { method, name, currency, kept } of money.rows) {
    const row = rows.get(method) ?? { name, usd: '0.00', lrd: '0.00' };
    rows.set(method, currency === 'USD' ? { ...row, usd: kept } : { ...row, lrd: kept });
  }
  return [...rows.values()];
}

/** Whether nothing at all happened that night that a sheet tells of. */
export function isEmpty(sheet: Sheet): boolean {
  const rows = [...sheet.takenBack, ...sheet.givenAway];
  const credit = [sheet.credit.newUSD, sheet.credit.collectedUSD];
  const money = sheet.money.rows.map(({ kept }) => kept);
  return (
    sheet.sold.receipts === 0 &&
    [...credit, ...money, sheet.sold.totalUSD].every((amount) => fromServer(amount) === 0) &&
    rows.every(({ count }) => count === 0) &&
    sheet.cash.length === 0 &&
    sheet.people.hours.length === 0
  );
}
