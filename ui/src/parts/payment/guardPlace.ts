/** After a payment the place of the pressed button takes no taps for a moment: something else stands there now. */

import { openReceiptStore } from '../../api/openReceipt';

/** As long as Quick Service keeps the place of Process Sale. */
export const GUARD_MS = 1_500;
/** Half the height of a large button. */
const BAND_PX = 32;

let last: PointerEvent | null = null;
document.addEventListener(
  'pointerdown',
  (event) => {
    last = event;
  },
  { capture: true, passive: true },
);

/** Ignores taps on a receipt beside the last tap, over the whole width, for 1.5 s from now. Keys work. */
export function guardPlace(): void {
  if (!last) return;
  const { clientY: y } = last;
  const ignore = (event: MouseEvent) => {
    // A press of a key is a click without a place.
    if (event.detail === 0 || Math.abs(event.clientY - y) > BAND_PX) return;
    // Only the buttons of the receipt came under the finger; its Close works. A bill may be open after it.
    if (openReceiptStore.get() === null || !(event.target as Element).closest('.paper ~ footer')) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('click', ignore, true);
  setTimeout(() => document.removeEventListener('click', ignore, true), GUARD_MS);
}
