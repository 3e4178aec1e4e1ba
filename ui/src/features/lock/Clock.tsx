/** The time by this device's clock, to the minute. */
import { useEffect, useState } from 'react';
import { formatTime } from '../../lib/format';

const CHECK_MS = 1_000;

export function Clock() {
  const [time, setTime] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), CHECK_MS);
    return () => clearInterval(timer);
  }, []);
  return <>{time}</>;
}

const now = () => formatTime(new Date().toISOString());
