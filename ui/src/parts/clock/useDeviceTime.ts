/** This device's time. */
import { useEffect, useState } from 'react';

/** How often the displayed time is updated. */
const TICK_MS = 10_000;

/** An ISO string, updated every ten seconds. */
export function useDeviceTime(): string {
  const [now, setNow] = useState(() => new Date().toISOString());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
