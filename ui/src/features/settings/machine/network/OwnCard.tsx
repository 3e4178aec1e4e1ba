/** The box's own Wi-Fi: its name, password and address, and the code that joins it. */
import { Pencil } from 'lucide-react';
import { Link } from 'wouter';
import { at } from '../../../../api/calls';
import { usePicture } from '../../../../api/http/usePicture';
import { interfaceOf } from '../../../../parts/machine/network';
import type { BoxNetwork } from '../../../../parts/machine/types';
import { Badge } from '../../../../ui/Badge';
import { ConnectSlip } from '../../network/ConnectSlip';
import type { PrinterSetting } from '../../settings';
import { reachOf } from './reach';
import { network as words } from './strings';
import { viewOf } from './trial';

const QR = at('/api/box/network/qr', { format: 'svg' });

const STATE = {
  on: { status: 'ok', text: words.on },
  connecting: { status: 'warning', text: words.starting },
  off: { status: 'error', text: words.trouble },
  failed: { status: 'error', text: words.trouble },
};

interface OwnCardProps {
  network: BoxNetwork;
  name: string | null | undefined;
  printers: readonly PrinterSetting[];
}

export function OwnCard({ network, name, printers }: OwnCardProps) {
  const isOn = network.mode === 'own';
  if (!isOn && !network.can.own) return null;
  const state = isOn
    ? STATE[interfaceOf(network, 'wifi')?.state ?? 'off']
    : { status: 'inactive', text: words.off };
  return (
    <section className="card stack" aria-labelledby="own-wifi">
      <div className="split">
        <h2 id="own-wifi">{words.own}</h2>
        <Badge status={state.status}>{state.text}</Badge>
      </div>
      {isOn ? <Facts network={network} name={name} /> : <p className="lead">{words.offLead}</p>}
      <div className="pair">
        {isOn && <ConnectSlip printers={printers} />}
        <Link href={viewOf('wifi')} className="action">
          <Pencil />
          {isOn ? words.change : words.setUp}
        </Link>
      </div>
    </section>
  );
}

function Facts({ network, name }: Omit<OwnCardProps, 'printers'>) {
  const { ssid, password } = network.wifi;
  const [url = ''] = reachOf(network, name, true).urls;
  // A new name or password gives a new code.
  const code = usePicture(QR, JSON.stringify([ssid, password]));
  return (
    <div className="wifi-card">
      {code.data && (
        <img className="join-code" src={code.data} width={136} height={136} alt={words.codeAlt(ssid)} />
      )}
      <dl>
        <dt>{words.name}</dt>
        <dd>{ssid}</dd>
        <dt>{words.password}</dt>
        <dd>{password}</dd>
        <dt>{words.address}</dt>
        <dd>{url.replace('http://', '')}</dd>
      </dl>
    </div>
  );
}
