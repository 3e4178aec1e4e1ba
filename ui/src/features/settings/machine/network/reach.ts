/** How a phone reaches the box with certain settings of its network. */
import { interfaceOf } from '../../../../parts/machine/network';
import type { BoxNetwork } from '../../../../parts/machine/types';

/** The box's address on its own Wi-Fi. */
const OWN_ADDRESS = '10.42.0.1';
const NAME = 'bar';

export interface Reach {
  /** Null: over the cable. */
  ssid: string | null;
  password: string;
  /** The name first, then the address where it is known. */
  urls: string[];
}

/** `name` is the box's announced name, such as `bar.local`; `isUsed`: the interfaces have these settings already. */
export function reachOf(network: BoxNetwork, name: string | null | undefined, isUsed: boolean): Reach {
  const host = name?.replace(/\.local$/, '') || NAME;
  const { mode, wifi, join, fixed } = network;
  // Old phones do not find names that end in .local; on its own Wi-Fi the box answers to another.
  if (mode === 'own') return { ...wifi, urls: [`${host}.lan`, OWN_ADDRESS].map(urlOf) };
  const known = mode === 'join' ? interfaceOf(network, 'wifi') : interfaceOf(network, 'cable');
  const given = isUsed ? known?.addresses[0] : undefined;
  const address = mode === 'cable' && fixed ? fixed.address : given;
  const urls = [`${host}.local`, address].flatMap((one) => (one ? [urlOf(one)] : []));
  return { ...(mode === 'join' ? join : { ssid: null, password: '' }), urls };
}

/** The box listens on the same port everywhere. */
const urlOf = (host: string) => `http://${host}${location.port && `:${location.port}`}`;
