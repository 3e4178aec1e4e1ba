/** Other ways to the box: cable, the Wi-Fi of a router, a Wi-Fi for guests; and where its addresses and codes are. */
import { EthernetPort, type LucideIcon, QrCode, Router, Wifi } from 'lucide-react';
import { interfaceOf } from '../../../../parts/machine/network';
import type { BoxNetwork } from '../../../../parts/machine/types';
import { Row } from '../../list/Row';
import { networkViews as names } from '../../strings';
import { network as words } from './strings';
import { viewOf } from './trial';

interface Way {
  view: keyof typeof names;
  icon: LucideIcon;
  detail: string;
  value?: string;
  status?: 'error' | 'warning';
}

export function WaysIn({ network }: { network: BoxNetwork }) {
  return (
    <section className="stack group" aria-labelledby="ways-in">
      <h2 id="ways-in">{words.waysIn}</h2>
      <ul className="card rows">
        {waysOf(network).map(({ view, icon, detail, value, status }) => (
          <Row
            key={view}
            id={view}
            icon={icon}
            href={viewOf(view)}
            value={value ? { text: value, status } : null}
            detail={detail}
          >
            {names[view]}
          </Row>
        ))}
      </ul>
    </section>
  );
}

function waysOf(network: BoxNetwork): Way[] {
  const { can } = network;
  return [
    ...(can.cable ? [cableOf(network)] : []),
    ...(can.join ? [joinOf(network)] : []),
    guestsOf(network),
    { view: 'codes', icon: QrCode, detail: words.codesHint },
  ];
}

function cableOf(network: BoxNetwork): Way {
  const cable = interfaceOf(network, 'cable');
  const state = cable?.state ?? 'off';
  const detail = network.fixed
    ? words.fixed(network.fixed.address)
    : cable?.addresses.join(', ') || words.fromRouter;
  return {
    view: 'cable',
    icon: EthernetPort,
    detail,
    value: words.cableState[state],
    ...(state === 'failed' && { status: 'error' }),
  };
}

function joinOf(network: BoxNetwork): Way {
  const way = { view: 'join', icon: Router } as const;
  if (network.mode !== 'join') {
    const detail = network.mode === 'own' ? words.instead : words.alone;
    return { ...way, detail, value: words.isOff };
  }
  const state = interfaceOf(network, 'wifi')?.state ?? 'off';
  const failed = state === 'failed' || state === 'off';
  return {
    ...way,
    detail: network.join.ssid,
    value: words.joinState[state],
    ...(failed && { status: 'error' }),
  };
}

function guestsOf({ guests }: BoxNetwork): Way {
  return {
    view: 'guests',
    icon: Wifi,
    detail: guests.on ? words.guestsOn(guests.ssid) : words.guestsOff,
    value: guests.on ? words.isOn : words.isOff,
  };
}
