/** The rules and API calls of tills in the settings. */
import { at } from '../../../../api/calls';
import { del, post, put, type WriteOptions } from '../../../../api/http/client';
import type { StaffName, Till, TillBody, TillKind } from '../../../../api/types';
import { formatExact } from '../../../../lib/format';
import { fromServer } from '../../../../lib/money/money';
import { type PrinterSetting, TILLS } from '../../settings';
import { kinds, words } from './strings';

export { TILLS };
export const AFTER_TILL = [TILLS] as const;
export const KINDS = (['drawer', 'purse', 'safe'] as const).map((value) => ({ value, label: kinds[value] }));

/** The form values of a till. Nobody and no printer are ''. */
export interface TillForm {
  name: string;
  kind: TillKind;
  shared: boolean;
  userId: string;
  printerId: string;
  usualFloatUSD: string;
  usualFloatLRD: string;
}

export const NEW_TILL: TillForm = {
  name: '',
  kind: 'drawer',
  shared: true,
  userId: '',
  printerId: '',
  usualFloatUSD: '0.00',
  usualFloatLRD: '0.00',
};

export function formOf({
  name,
  kind,
  shared,
  userId,
  printerId,
  usualFloatUSD,
  usualFloatLRD,
}: Till): TillForm {
  return {
    name,
    kind,
    shared,
    userId: String(userId ?? ''),
    printerId: String(printerId ?? ''),
    usualFloatUSD,
    usualFloatLRD,
  };
}

/** Only a drawer is shared; a safe and a shared drawer belong to nobody. */
export const hasPerson = ({ kind, shared }: TillForm): boolean =>
  kind === 'purse' || (kind === 'drawer' && !shared);

export function bodyOf(form: TillForm): TillBody {
  const { name, kind, shared, userId, printerId, usualFloatUSD, usualFloatLRD } = form;
  return {
    name: name.trim(),
    kind,
    shared: kind === 'drawer' && shared,
    userId: hasPerson(form) && userId !== '' ? Number(userId) : null,
    printerId: printerId === '' ? null : Number(printerId),
    usualFloatUSD: usualFloatUSD.trim() || '0.00',
    usualFloatLRD: usualFloatLRD.trim() || '0.00',
  };
}

/** 'Drawer · For everybody · Bar · Float $20.00 + L$2,000 · Shift open'. */
export function describe(
  till: Till,
  people: readonly StaffName[],
  printers: readonly PrinterSetting[],
): string {
  const [usd, lrd] = [fromServer(till.usualFloatUSD), fromServer(till.usualFloatLRD)];
  const float = [usd !== 0 && formatExact(usd, 'USD'), lrd !== 0 && formatExact(lrd, 'LRD')].filter(Boolean);
  const facts = [
    kinds[till.kind],
    till.shared && words.everybody,
    people.find(({ id }) => id === till.userId)?.name,
    printers.find(({ id }) => id === till.printerId)?.name,
    float.length > 0 && words.float(float.join(' + ')),
    till.openShiftId !== null && words.open,
  ];
  return facts.filter(Boolean).join(' · ');
}

export const saveTill = ({ id, ...body }: TillBody & { id: number | null }, options: WriteOptions) =>
  id === null ? post(TILLS, body, options) : put(at('/api/tills/{id}', { id }), body, options);

export const deleteTill = (id: number, options: WriteOptions) =>
  del(at('/api/tills/{id}', { id }), undefined, options);
