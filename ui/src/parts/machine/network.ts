/** The box's network: read, tried, kept. */
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../api/http/query';
import { readNow } from './calls';
import type { BoxNetwork, Interface, NetworkChange } from './types';

export const BOX_NETWORK = '/api/box/network';
export const NETWORK_KEY = [BOX_NETWORK];
/** Time in which a change must be kept, in milliseconds. */
export const TRIAL_MS = 180_000;
/** How often the network is read while a change is being tried. */
const LOOK_MS = 2_000;
/** An end that moves by less is the same: the box's clock is read in whole seconds. */
const SAME_END_MS = 3_000;

/** The network, with the end of a trial by this device's clock: the box's own may be wrong. */
export interface NetworkNow extends BoxNetwork {
  until: number | null;
}

export function useBoxNetwork(enabled = true) {
  return useQuery<NetworkNow, Error>({
    queryKey: NETWORK_KEY,
    queryFn: readNetwork,
    enabled,
    refetchInterval: ({ state }) => (state.data?.pendingUntil ? LOOK_MS : false),
  });
}

async function readNetwork(): Promise<NetworkNow> {
  const { body, boxNow } = await readNow(BOX_NETWORK);
  return withEnd(body, boxNow);
}

export function withEnd(network: BoxNetwork, boxNow: number | null): NetworkNow {
  if (!network.pendingUntil) return { ...network, until: null };
  const left = Date.parse(network.pendingUntil) - (boxNow ?? Date.now());
  const until = Date.now() + Math.min(Math.max(left, 0), TRIAL_MS);
  const known = queryClient.getQueryData<NetworkNow>(NETWORK_KEY)?.until ?? null;
  return { ...network, until: known !== null && Math.abs(known - until) < SAME_END_MS ? known : until };
}

/** The network with the settings of a change. */
export function changed(network: BoxNetwork, body: NetworkChange): BoxNetwork {
  return {
    ...network,
    mode: body.mode ?? network.mode,
    wifi: { ...network.wifi, ...body.wifi },
    join: { ...network.join, ...body.join },
    guests: { ...network.guests, ...body.guests },
    fixed: body.fixed === undefined ? network.fixed : body.fixed,
  };
}

/** Whether two networks have the same settings. */
export function sameSettings(one: BoxNetwork, other: BoxNetwork): boolean {
  const settings = ({ mode, wifi, join, guests, fixed }: BoxNetwork) => [mode, wifi, join, guests, fixed];
  return JSON.stringify(settings(one)) === JSON.stringify(settings(other));
}

/** The interface of a kind, the one in use first. */
export function interfaceOf({ interfaces }: BoxNetwork, kind: Interface['kind']): Interface | undefined {
  const ofKind = interfaces.filter((one) => one.kind === kind);
  return ofKind.find(({ state }) => state === 'on') ?? ofKind[0];
}

/** Phones on the own Wi-Fi; null while there is none, or where they cannot be counted. */
export function stationsOf(network: BoxNetwork): number | null {
  if (network.mode !== 'own') return null;
  return network.interfaces.find(({ stations }) => stations !== null)?.stations ?? null;
}

/** From one below the most that the radio holds. */
export function isNearlyFull(network: BoxNetwork): boolean {
  const stations = stationsOf(network);
  return stations !== null && stations >= network.wifi.maxStations - 1;
}
