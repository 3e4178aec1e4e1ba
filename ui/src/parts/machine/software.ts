/** The box's software: what runs, what could be installed, and how far an installation is. */
import { useQuery } from '@tanstack/react-query';
import { readNow } from './calls';
import type { BoxSoftware, UpdateCandidate } from './types';

export const BOX_SOFTWARE = '/api/box/software';
export const SOFTWARE_KEY = [BOX_SOFTWARE];
/** How often it is read while something happens. */
const LOOK_MS = 2_000;

/** `checking`: the new version runs, and the box watches it for a minute. */
export type Stage = 'idle' | 'installing' | 'planned' | 'restarting' | 'checking';

export function stageOf({ installing, planned, other, version }: BoxSoftware): Stage {
  if (installing) return 'installing';
  if (other.state !== 'next') return 'idle';
  if (other.version === version) return 'checking';
  return planned ? 'planned' : 'restarting';
}

export function useBoxSoftware(enabled = true) {
  return useQuery<BoxSoftware, Error>({
    queryKey: SOFTWARE_KEY,
    queryFn: async () => (await readNow(BOX_SOFTWARE)).body,
    enabled,
    refetchInterval: ({ state: { data } }) => (data && isBusy(stageOf(data)) ? LOOK_MS : false),
  });
}

/** Whether the next answer will be another soon. */
export const isBusy = (stage: Stage): boolean => stage !== 'idle' && stage !== 'planned';

/** An update that can be installed: not the version that runs already. */
export function readyUpdate({
  candidate,
  version,
}: BoxSoftware): (UpdateCandidate & { version: string }) | null {
  if (!candidate?.version || candidate.refused !== null || candidate.version === version) return null;
  return { ...candidate, version: candidate.version };
}
