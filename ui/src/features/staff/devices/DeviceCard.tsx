/** One device: when it was last seen, who may sign in on it, its till, and when it locks. */
import { LockOpen, Pencil, TabletSmartphone, Trash2 } from 'lucide-react';
import { useWrite } from '../../../api/forms/useWrite';
import { reasonOf } from '../../../api/http/error';
import type { Device, StaffName } from '../../../api/types';
import { formatDate, formatDateTime, formatTime } from '../../../lib/format';
import { ActionButton } from '../../../ui/ActionButton';
import { Badge } from '../../../ui/Badge';
import { toast, toastError } from '../../../ui/feedback/toast';
import { AFTER_DEVICE, unlockDevice } from './devices';
import { devices as words } from './strings';
import { useDrawers } from './useDrawers';

interface DeviceCardProps {
  device: Device;
  names: readonly StaffName[];
  onEdit: () => void;
  onRevoke: () => void;
}

export function DeviceCard({ device, names, onEdit, onRevoke }: DeviceCardProps) {
  const { name, lockAfter, lockAfterSale } = device;
  const locked = device.status === 'locked';
  const till = useDrawers().find(({ id }) => id === device.tillId);
  return (
    <article className="device stack" aria-label={name}>
      <header className="row">
        <TabletSmartphone />
        <h2 className="grow">{name}</h2>
        {device.kind === 'screen' && <Badge status="info">{words.screen}</Badge>}
        {locked && <Badge status="error">{words.locked}</Badge>}
      </header>
      <dl className="facts">
        <dt>{words.lastSeen}</dt>
        <dd>{whenSeen(device.lastSeenAt)}</dd>
        <dt>{words.lastUser}</dt>
        <dd>{device.lastUserName ?? words.nobody}</dd>
        <dt>{words.whoSignsIn}</dt>
        <dd>{whoMay(device, names)}</dd>
        {till && (
          <>
            <dt>{words.till}</dt>
            <dd>{till.name}</dd>
          </>
        )}
        <dt>{words.locks}</dt>
        <dd>{lockAfterSale ? words.secondsAndSale(lockAfter) : words.seconds(lockAfter)}</dd>
      </dl>
      {locked && (
        <>
          <small>{words.lockedWhy}</small>
          <UnlockButton device={device} />
        </>
      )}
      <footer>
        <button type="button" className="secondary" aria-label={words.editOf(name)} onClick={onEdit}>
          <Pencil />
          {words.edit}
        </button>
        <button type="button" className="danger" aria-label={words.revokeOf(name)} onClick={onRevoke}>
          <Trash2 />
          {words.revoke}
        </button>
      </footer>
    </article>
  );
}

function UnlockButton({ device }: { device: Device }) {
  const write = useWrite(unlockDevice, { refreshes: AFTER_DEVICE });
  async function unlock() {
    try {
      if (await write.run(device.id)) toast(words.unlocked, device.name);
    } catch (error) {
      toastError(words.unlockFailed, reasonOf(error));
    }
  }
  return (
    <ActionButton
      type="button"
      className="soft"
      aria-label={words.unlockOf(device.name)}
      pending={write.pending}
      waiting={write.waiting}
      onClick={() => void unlock()}
    >
      <LockOpen />
      {words.unlock}
    </ActionButton>
  );
}

/** `8:42 PM`, with the date if it was not today. */
function whenSeen(at: string): string {
  return formatDate(at) === formatDate(new Date().toISOString()) ? formatTime(at) : formatDateTime(at);
}

function whoMay({ userIds }: Device, names: readonly StaffName[]): string {
  if (userIds === null) return words.everybody;
  const known = names.filter(({ id }) => userIds.includes(id)).map(({ name }) => name);
  return known.join(', ') || words.nobodyMay;
}
