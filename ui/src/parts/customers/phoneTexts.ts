/** How a telephone number is searched. */
import { phoneKey } from './names';

/**
 * The number as stored, its digits alone, and how it is dialled within the country and from abroad, so that it is found however it is
 * typed. `country` is the bar's country code.
 */
export function phoneTexts(phone: string | null, country = '231'): (string | null | undefined)[] {
  const key = phoneKey(phone, country);
  const abroad = key.startsWith('0') ? country + key.slice(1) : '';
  return [phone, phone?.replace(/\D/g, ''), key, abroad && `+${abroad} 00${abroad}`];
}
