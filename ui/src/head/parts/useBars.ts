/** The bars that the user may see. */
import { BARS } from '../api/calls';
import { useGet } from '../api/query';
import type { Bar, BarId } from '../api/types';
import { words } from './strings';

/** Names change seldom, in milliseconds. */
const EVERY_MS = 60_000;

export const useBars = () => useGet<Bar[]>(BARS, { every: EVERY_MS });

/** The name of a bar; the start of its number while its name is not known. */
export function useBarName(): (bar: BarId | null) => string {
  const bars = useBars().data;
  return (bar) =>
    bar === null ? words.allBars : (bars?.find((one) => one.bar === bar)?.name ?? words.unknownBar);
}
