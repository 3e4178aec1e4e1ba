/** The code in the address of /enrol. */

/** Characters of a code. */
const LENGTH = 8;

/** `#7KQ2M9XP` is `7KQ2-M9XP`, as it is shown beside the QR code. */
export function codeOf(hash: string): string {
  const code = hash.replace(/[^0-9a-z]/gi, '').toUpperCase();
  return code.length === LENGTH ? `${code.slice(0, 4)}-${code.slice(4)}` : code;
}
