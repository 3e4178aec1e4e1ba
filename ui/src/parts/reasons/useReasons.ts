/** The active reasons of a kind, and whether a reason may be written instead. */
import { useBox } from '../../api/box';
import { at } from '../../api/calls';
import { useGet } from '../../api/http/query';
import type { ReasonKind } from '../../api/types';
import type { Reasons } from './reasons';

export interface LoadedReasons extends Reasons {
  /** True while the list is not there yet, or could not be loaded. */
  missing: boolean;
  failed: boolean;
  retry: () => void;
}

export function useReasons(kind: ReasonKind): LoadedReasons {
  const query = useGet(at('/api/reasons', { kind }));
  return {
    options: (query.data ?? []).filter(({ active }) => active),
    freeText: useBox()?.reasons?.freeText ?? true,
    missing: !query.data,
    failed: query.isError,
    retry: () => void query.refetch(),
  };
}
