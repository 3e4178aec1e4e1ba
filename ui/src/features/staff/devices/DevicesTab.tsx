/** Devices: the bar's enrolled phones and tablets, and the PINs of the staff. */
import { Plus, TabletSmartphone } from 'lucide-react';
import { useState } from 'react';
import { useGet } from '../../../api/http/query';
import type { Device } from '../../../api/types';
import { Empty, Loaded, Skeleton } from '../../../ui/feedback/States';
import { DeviceCard } from './DeviceCard';
import { DEVICES, NAMES } from './devices';
import { EditDevice } from './EditDevice';
import { EnrolDevice } from './EnrolDevice';
import { Pins } from './Pins';
import { RevokeDevice } from './RevokeDevice';
import { devices as words } from './strings';
import './devices.css';

type Open = { what: 'enrol' } | { what: 'edit' | 'revoke'; device: Device };

export default function DevicesTab() {
  const list = useGet(DEVICES);
  const names = useGet(NAMES);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <div className="devices-head">
        <p>{words.intro}</p>
        <button type="button" className="docked" onClick={() => setOpen({ what: 'enrol' })}>
          <Plus />
          {words.enrol}
        </button>
      </div>
      <Loaded query={list} errorText={words.loadFailed} skeleton={<Skeleton count={2} height="9rem" />}>
        {(devices) =>
          devices.length === 0 ? (
            <Empty text={words.none} icon={TabletSmartphone} />
          ) : (
            <div className="tiles products">
              {devices.map((device) => (
                <DeviceCard
                  key={device.id}
                  device={device}
                  names={names.data ?? []}
                  onEdit={() => setOpen({ what: 'edit', device })}
                  onRevoke={() => setOpen({ what: 'revoke', device })}
                />
              ))}
            </div>
          )
        }
      </Loaded>
      <Pins />
      {open?.what === 'enrol' && <EnrolDevice onClose={close} />}
      {open?.what === 'edit' && <EditDevice key={open.device.id} device={open.device} onClose={close} />}
      {open?.what === 'revoke' && <RevokeDevice device={open.device} onClose={close} />}
    </>
  );
}
