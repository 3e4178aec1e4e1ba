/** Whether this sale was made with a scanner or a keyboard: then the search has the focus again for the next one. */
import { type KeyboardEvent, type RefObject, useRef } from 'react';

export function useKeys(search: RefObject<HTMLInputElement | null>) {
  const used = useRef(false);
  return {
    /** After a scan. */
    noteUse() {
      used.current = true;
    },
    /** The keyboard on a screen names no keys: giving the field the focus would open it over the products. */
    onKeyDown({ code }: KeyboardEvent) {
      if (code) used.current = true;
    },
    focusAgain() {
      if (used.current) search.current?.focus({ preventScroll: true });
      used.current = false;
    },
  };
}
