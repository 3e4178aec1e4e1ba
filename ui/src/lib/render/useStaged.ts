/** Draws a list that opens with a tap in steps: what fits the screen in the tap's own frame, the rest right after. */
import { useEffect, useState } from 'react';

export const FIRST_STAGE = 10;
const NEXT_STAGE = 15;
/** Long enough for a frame, and for the next tap, to come between. */
const PAUSE_MS = 40;

/** How many of `total` to draw now; grows automatically until it is all of them. */
export function useStaged(total: number): number {
  const [count, setCount] = useState(FIRST_STAGE);
  useEffect(() => {
    if (count >= total) return;
    const timer = setTimeout(() => setCount(count + NEXT_STAGE), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [count, total]);
  return Math.min(count, total);
}
