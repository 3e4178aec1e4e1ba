/** Waits after wrong PINs. */
import type { Till } from '../../api/till';

/** When this person may try again, as a `Date.now()`; 0 without a wait. The box says how long, from its answer on. */
export function waitUntil({ at, people }: Till, userId: number): number {
  const seconds = people.find((person) => person.userId === userId)?.waitSeconds;
  return seconds ? at + seconds * 1000 : 0;
}
