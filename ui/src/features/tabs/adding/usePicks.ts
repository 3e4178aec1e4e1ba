/** The products that are chosen for a tab: kept as a draft, and shown at the prices of now. */
import { useMemo } from 'react';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useGet, useRate } from '../../../api/http/query';
import type { Product } from '../../../api/types';
import type { Line } from '../../../parts/lines/lines';
import { PRODUCTS } from '../calls';
import { type PickDraft, pricedNow, readLines } from './picks';

const NONE: readonly Product[] = [];

/** `name` says whose draft it is, `start` what is chosen at first. */
export function usePicks(name: string, start: PickDraft) {
  const { data } = useGet(PRODUCTS);
  const products = data ?? NONE;
  const rate = useRate().data?.rate;
  const draft = useFormDraft<PickDraft>(name, start);
  const kept = draft.values.lines;
  const lines = useMemo(() => pricedNow(readLines(kept), products, rate), [kept, products, rate]);
  const setLines = (next: readonly Line[]) => draft.type({ lines: next });
  return { draft, lines, setLines, products, loaded: data !== undefined };
}
