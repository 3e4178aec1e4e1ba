/** The code in the address of a page that a QR code opens: /enrol, /join. */
import { useLayoutEffect, useState } from 'react';

/** Characters of a code. */
const LENGTH = 8;

/** `#7KQ2M9XP` is `7KQ2-M9XP`, as it is shown beside the QR code. */
export function codeOf(hash: string): string {
  const code = hash.replace(/[^0-9a-z]/gi, '').toUpperCase();
  return code.length === LENGTH ? `${code.slice(0, 4)}-${code.slice(4)}` : code;
}

/** A typed code that begins with the one of the address, which is removed there: it must not stay in the history. */
export function useAddressCode() {
  const state = useState(() => codeOf(location.hash));
  useLayoutEffect(() => {
    if (location.hash) history.replaceState(history.state, '', location.pathname);
  }, []);
  return state;
}
