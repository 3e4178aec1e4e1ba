/** Formats a duration in seconds as an age: '3 hours ago'. */
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function formatAge(seconds: number): string {
  if (seconds < MINUTE) return 'just now';
  if (seconds < HOUR) return ago(seconds / MINUTE, 'minute');
  if (seconds < 2 * DAY) return ago(seconds / HOUR, 'hour');
  return ago(seconds / DAY, 'day');
}

function ago(amount: number, unit: string): string {
  const whole = Math.floor(amount);
  return `${whole} ${unit}${whole === 1 ? '' : 's'} ago`;
}
