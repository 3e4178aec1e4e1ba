/** The network and the software of a machine that the box drives. */
import { Download, Wifi } from 'lucide-react';
import { isNearlyFull, stationsOf, useBoxNetwork } from '../../../parts/machine/network';
import { readyUpdate, stageOf, useBoxSoftware } from '../../../parts/machine/software';
import type { BoxNetwork, BoxSoftware } from '../../../parts/machine/types';
import { networkValue } from '../../../parts/machine/values';
import { HealthPart } from './HealthPart';
import { machine as words } from './strings';

export function NetworkPart({ address }: { address: string }) {
  const network = useBoxNetwork().data;
  if (!network) return null;
  return (
    <HealthPart
      href="/settings/network"
      icon={Wifi}
      status={isNearlyFull(network) || network.pendingUntil ? 'warning' : 'ok'}
      text={phonesOf(network)}
    >
      {network.pendingUntil ? words.tried : address}
    </HealthPart>
  );
}

function phonesOf(network: BoxNetwork): string {
  const stations = stationsOf(network);
  const name = networkValue({ ...network, pendingUntil: null }).text;
  if (stations === null) return name.charAt(0).toUpperCase() + name.slice(1);
  return words.phones(stations, network.wifi.maxStations);
}

export function SoftwarePart() {
  const software = useBoxSoftware().data;
  if (!software) return null;
  const { status, text } = noteOf(software);
  return (
    <HealthPart
      href="/settings/software"
      icon={Download}
      status={status}
      text={words.software(software.version)}
    >
      {text}
    </HealthPart>
  );
}

function noteOf(software: BoxSoftware): { status: string; text: string } {
  const { lastResult, cardErrors } = software;
  const stage = stageOf(software);
  if (cardErrors) return { status: 'error', text: words.card };
  if (stage === 'installing') return { status: 'info', text: words.installing };
  if (stage === 'planned') return { status: 'info', text: words.planned };
  if (lastResult && !lastResult.worked) return { status: 'warning', text: words.back };
  const update = readyUpdate(software);
  return update && !update.older
    ? { status: 'info', text: words.ready }
    : { status: 'ok', text: words.running };
}
