/** The fields of the form of the own Wi-Fi, and what is sent of them. */
import type { BoxNetwork, NetworkChange, WifiBand } from '../../../../../parts/machine/types';

/** Characters of a name. */
export const SSID_MAX = 32;

export type OwnValues = ReturnType<typeof start>;

/** `bar` is the name of the bar, for a Wi-Fi that has none. */
export const start = ({ mode, wifi }: BoxNetwork, bar: string) => ({
  on: mode === 'own',
  ssid: wifi.ssid || bar.slice(0, SSID_MAX),
  password: wifi.password,
  country: wifi.country,
  band: wifi.band as WifiBand,
  channel: String(wifi.channel),
  maxStations: String(wifi.maxStations),
});

export function bodyOf({ on, channel, maxStations, ...wifi }: OwnValues): NetworkChange {
  if (!on) return { mode: 'cable' };
  return { mode: 'own', wifi: { ...wifi, channel: Number(channel), maxStations: Number(maxStations) } };
}
