/** Incremental rendering of a list that a tap opens: a screenful in the first frame, the rest automatically after it. */
import { useEffect, useState } from 'react';

export const FIRST_STAGE = 10;
const NEXT_STAGE = 15;
/** Leaves time for a frame and for the next tap between two steps. */
const PAUSE_MS = 40;

/** How many of `total` items to draw now; grows automatically until it is all of them, again after a search found fewer. */
export function useStaged(total: number): number {
  const [count, setCount] = useState(FIRST_STAGE);
  useEffect(() => {
    if (count > total) setCount(Math.max(total, FIRST_STAGE));
    if (count >= total) return;
    const timer = setTimeout(() => setCount(count + NEXT_STAGE), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [count, total]);
  return Math.min(count, total);
}
