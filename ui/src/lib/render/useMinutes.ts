/** The phone's clock in milliseconds, renewed every half minute. */
import { useEffect, useState } from 'react';

const TICK_MS = 30_000;

export function useMinutes(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
