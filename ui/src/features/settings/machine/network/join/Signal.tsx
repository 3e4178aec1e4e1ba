/** The strength of a Wi-Fi, as bars. */
import { join as words } from '../strings';

const BARS = [1, 2, 3, 4];
const PERCENT_PER_BAR = 25;

/** `strength` is in percent. */
export function Signal({ strength }: { strength: number }) {
  const bars = Math.min(BARS.length, Math.max(1, Math.ceil(strength / PERCENT_PER_BAR)));
  return (
    <span className="bars-of" role="img" aria-label={words.signal(bars)}>
      {BARS.map((bar) => (
        <i key={bar} data-on={bar <= bars || undefined} />
      ))}
    </span>
  );
}
