/** Formatting ages. */
import { expect, it } from 'vitest';
import { formatAge } from './age';

it.each([
  [0, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [3_599, '59 minutes ago'],
  [3_600, '1 hour ago'],
  [30 * 3_600, '30 hours ago'],
  [48 * 3_600, '2 days ago'],
])('%i seconds is %s', (seconds, text) => expect(formatAge(seconds)).toBe(text));
