/** The code that enrols a device: as a QR code and in letters, until it is used or has expired. */
import { useGet } from '../../../api/http/query';
import type { DeviceCode } from '../../../api/types';
import { useCountdown } from '../../../lib/render/useCountdown';
import { CodeUsed } from '../../../parts/codes/CodeUsed';
import { ShownCode } from '../../../parts/codes/ShownCode';
import { words as codeWords } from '../../../parts/codes/strings';
import { ActionButton } from '../../../ui/ActionButton';
import { DEVICES } from './devices';
import { code as words } from './strings';

/** A code, and until when it works, as `Date.now()` tells it. */
export interface MadeCode extends DeviceCode {
  until: number;
}

/** Live updates tell of the new device at once; without them the list is read so often. */
const POLL_MS = 5_000;

interface EnrolCodeProps {
  code: MadeCode;
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
  if (enrolled) return <CodeUsed text={words.enrolled(name)} onDone={onDone} />;
  return (
    <div className="shown-code">
      <ShownCode code={code} left={left} lead={words.lead(name)} />
      {left === 0 && (
        <ActionButton className="large wide" pending={pending} waiting={waiting}>
          {codeWords.another}
        </ActionButton>
      )}
    </div>
  );
}
