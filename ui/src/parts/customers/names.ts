/** Keys of names and telephone numbers, as the box compares them. */
import { fold } from '../../lib/search';

/** Trimmed, folded, and with one blank for each run of them. */
export const foldedName = (name: string): string => fold(name).trim().replace(/\s+/g, ' ');

/**
 * What two spellings of one telephone number have in common, as the box has it: the digits, where a leading `+` or `00` with the
 * country code counts as `0`. A text without digits is compared as a name is.
 */
export function phoneKey(phone: string | null, country: string): string {
  const folded = foldedName(phone ?? '');
  const digits = folded.replace(/\D/g, '');
  if (digits === '') return folded.replaceAll('_', '-');
  const dialled = /^[^+\d]*\+/.test(folded) ? `00${digits}` : digits;
  // `+231 (0)770` has the zero of calls within the country too.
  const abroad = `00${country}`;
  return dialled.startsWith(abroad) ? dialled.slice(abroad.length).replace(/^0?/, '0') : digits;
}
