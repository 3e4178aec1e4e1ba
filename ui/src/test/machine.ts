/** A machine whose network and software the box drives, for tests: own Wi-Fi with five phones, an update on a stick. */
import { boxStore, UNKNOWN_BOX } from '../api/box';
import type { BoxNetwork, BoxSoftware } from '../parts/machine/types';

export const BOX_NETWORK: BoxNetwork = {
  mode: 'own',
  interfaces: [
    { name: 'eth0', kind: 'cable', state: 'on', addresses: ['192.168.1.20'], stations: null },
    { name: 'wlan0', kind: 'wifi', state: 'on', addresses: ['10.42.0.1'], stations: 5 },
  ],
  wifi: {
    country: 'LR',
    ssid: 'Sunset Bar',
    password: 'palm-river-27',
    band: '2.4',
    channel: 0,
    maxStations: 7,
  },
  join: { ssid: '', password: '' },
  guests: { on: false, ssid: '', password: '' },
  fixed: null,
  pendingUntil: null,
  can: { cable: true, own: true, join: true, guests: false, highBand: false },
};

export const withPhones = (stations: number | null): BoxNetwork => ({
  ...BOX_NETWORK,
  interfaces: BOX_NETWORK.interfaces.map((one) => (one.kind === 'wifi' ? { ...one, stations } : one)),
});

export const BOX_SOFTWARE: BoxSoftware = {
  version: '1.3.0',
  slot: 'A',
  other: { version: '1.2.0', state: 'good' },
  candidate: {
    version: '1.4.0',
    notes: '- Several tables for one group\n- Lists from Excel',
    from: 'stick',
    size: 96_000_000,
    older: false,
    refused: null,
  },
  installing: null,
  planned: null,
  lastResult: null,
  cardErrors: false,
};

/** The box is such a machine. */
export function onAppliance(): void {
  boxStore.set({ ...UNKNOWN_BOX, version: '1.3.0', appliance: true });
}

/** In `ms` from now. */
export const inTime = (ms: number) => new Date(Date.now() + ms).toISOString();
