/** Phone numbers for a search. */

/**
 * The phone number as stored, its digits alone, and how it is dialled from abroad and within the country, so that it is found however
 * it is typed. `country` is the bar's country code.
 */
export function phoneTexts(phone: string | null, country = '231'): (string | null | undefined)[] {
  const digits = phone?.replace(/\D/g, '');
  if (!phone || !digits) return [phone, digits];
  const abroad = /^[^+\d]*\+/.test(phone) ? digits : digits.startsWith('00') ? digits.slice(2) : null;
  const isOwn = abroad === null ? digits.startsWith('0') : abroad.startsWith(country);
  if (!isOwn) return [phone, digits];
  const number = (abroad?.slice(country.length) ?? digits).replace(/^0/, '');
  return [phone, digits, `0${number}`, `+${country}${number}`, `00${country}${number}`];
}
