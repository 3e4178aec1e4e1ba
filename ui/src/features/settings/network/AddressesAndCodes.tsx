/** Name and addresses of the server, the QR code for staff phones, the public address. */
import { QrCode, ShieldCheck } from 'lucide-react';
import { useGet } from '../../../api/http/query';
import type { NetworkState } from '../../../api/types';
import { Notice } from '../../../ui/feedback/Notice';
import { Loaded, Skeleton } from '../../../ui/feedback/States';
import { TextField } from '../../../ui/form/Field';
import { FormCard } from '../FormCard';
import { Part } from '../Part';
import { NETWORK, type Settings } from '../settings';
import { useSettingsForm } from '../useSettingsForm';
import { ConnectSlip } from './ConnectSlip';
import { StaffCode } from './StaffCode';
import { network as words } from './strings';

export default function AddressesAndCodes({ settings }: { settings: Settings }) {
  const { field, ...form } = useSettingsForm({ publicUrl: settings.publicUrl ?? '' });
  const state = useGet(NETWORK);
  return (
    <>
      <Part id="network">
        <Loaded query={state} errorText={words.failed} skeleton={<Skeleton count={1} height="14rem" />}>
          {(network) => (
            <>
              <Addresses network={network} />
              {network.staffUrl && <StaffCode url={network.staffUrl} />}
              <ConnectSlip printers={settings.printers} />
            </>
          )}
        </Loaded>
      </Part>
      <FormCard
        id="menu-codes"
        {...form}
        after={
          <>
            <div className="pair">
              <a href="/qr" target="_blank" rel="noreferrer" className="action">
                <QrCode />
                {words.menuCode}
              </a>
              <a href="/qr?all" target="_blank" rel="noreferrer" className="action">
                <QrCode />
                {words.allCodes}
              </a>
            </div>
            <a href="/trust" target="_blank" rel="noreferrer" className="action">
              <ShieldCheck />
              {words.trust}
            </a>
          </>
        }
      >
        <TextField
          label={words.publicUrl}
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="http://192.168.1.10"
          hint={words.publicHint}
          {...field('publicUrl')}
        />
      </FormCard>
    </>
  );
}

function Addresses({ network }: { network: NetworkState }) {
  const { name, wantedName, conflict, addresses, menuUrl, printedUrl, addressChanged } = network;
  return (
    <>
      {addressChanged && printedUrl && <Notice kind="warning">{words.changed(printedUrl, menuUrl)}</Notice>}
      {conflict && name && wantedName && <Notice kind="warning">{words.conflict(wantedName, name)}</Notice>}
      {addresses.length === 0 && <Notice kind="warning">{words.noAddress}</Notice>}
      <dl className="facts addresses">
        {addresses.map(({ interface: port, url }) => (
          <div key={url}>
            <dt>{words.address(port)}</dt>
            <dd>{url}</dd>
          </div>
        ))}
        <div>
          <dt>{words.name}</dt>
          <dd>{name ? nameUrl(name, network.port) : words.noName}</dd>
        </div>
        <div>
          <dt>{words.menuUrl}</dt>
          <dd>{menuUrl}</dd>
        </div>
      </dl>
      {name && <small>{words.nameHint}</small>}
    </>
  );
}

const HTTP_PORT = 80;

export function nameUrl(name: string, port: number): string {
  return `http://${name}${port === HTTP_PORT ? '' : `:${port}`}`;
}
