/** The network and the software in a few words, for lists. */
import { isNearlyFull, stationsOf } from './network';
import { readyUpdate, stageOf } from './software';
import { values as words } from './strings';
import type { BoxNetwork, BoxSoftware } from './types';

export interface MachineValue {
  text: string;
  status?: 'warning' | 'info';
}

export function networkValue(network: BoxNetwork): MachineValue {
  const { mode, wifi, join } = network;
  if (network.pendingUntil) return { text: words.tried, status: 'warning' };
  if (mode === 'join') return { text: words.join(join.ssid) };
  if (mode === 'cable') return { text: words.cable };
  const stations = stationsOf(network);
  if (stations === null) return { text: words.own };
  return {
    text: words.ownWith(stations, wifi.maxStations),
    ...(isNearlyFull(network) && { status: 'warning' }),
  };
}

export function softwareValue(software: BoxSoftware): MachineValue {
  const { installing, planned, lastResult, version } = software;
  const stage = stageOf(software);
  if (installing) return { text: words.installing(installing.percent), status: 'info' };
  if (stage === 'planned' && planned) return { text: words.planned(planned.version), status: 'info' };
  if (stage === 'restarting') return { text: words.restarting, status: 'info' };
  if (lastResult && !lastResult.worked) return { text: words.back(version), status: 'warning' };
  const update = readyUpdate(software);
  if (update && !update.older) return { text: words.ready(update.version), status: 'info' };
  return { text: version };
}
