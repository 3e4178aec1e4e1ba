/** The code that enrols a device: as a QR code and in letters, until it is used or has expired. */
import { CircleCheck } from 'lucide-react';
import { useGet } from '../../../api/http/query';
import type { DeviceCode } from '../../../api/types';
import { formatCountdown, useCountdown } from '../../../lib/render/useCountdown';
import { ActionButton } from '../../../ui/ActionButton';
import { DEVICES } from './devices';
import { code as words } from './strings';

/** A code, and until when it works, as `Date.now()` tells it. */
export interface ShownCode extends DeviceCode {
  until: number;
}

/** Live updates tell of the new device at once; without them the list is read so often. */
const POLL_MS = 5_000;

interface EnrolCodeProps {
  code: ShownCode;
  name: string;
  /** While another code is made. The form around it makes it. */
  pending: boolean;
  waiting: boolean;
  onDone: () => void;
}

export function EnrolCode({ code, name, pending, waiting, onDone }: EnrolCodeProps) {
  const left = useCountdown(code.until);
  const devices = useGet(DEVICES, { refetchInterval: POLL_MS });
  // Names are unique, and this one was free when the code was made.
  const enrolled = devices.data?.some((device) => device.name.toLowerCase() === name.toLowerCase());
  if (enrolled) {
    return (
      <div className="enrol-code">
        <p className="done" role="status" data-status="ok">
          <CircleCheck />
          <b>{words.enrolled(name)}</b>
        </p>
        <button type="button" className="large wide" onClick={onDone}>
          {words.done}
        </button>
      </div>
    );
  }
  return (
    <div className="enrol-code">
      {left > 0 ? (
        <>
          <p>{words.lead(name)}</p>
          <img src={code.qr} width={240} height={240} alt={words.picture(code.url)} />
          <p>
            {words.orType} <b className="address">{code.url.split('#')[0]}</b>
          </p>
          <b className="letters">{code.code}</b>
          <p role="timer">{words.validFor(formatCountdown(left))}</p>
        </>
      ) : (
        <>
          <p role="alert">{words.expired}</p>
          <ActionButton className="large wide" pending={pending} waiting={waiting}>
            {words.another}
          </ActionButton>
        </>
      )}
    </div>
  );
}
