/** A code with which one person chooses a new PIN. */
import type { StaffName } from '../../../api/types';
import { CodeDialog } from '../../../parts/codes/CodeDialog';
import { useMadeCode } from '../../../parts/codes/useMadeCode';
import { CODE_MS, makeResetCode } from './devices';
import { pins as words } from './strings';

export function ResetCode({ person, onClose }: { person: StaffName; onClose: () => void }) {
  const made = useMadeCode({
    send: (options) => makeResetCode(person.id, options),
    lastsMs: CODE_MS,
    failed: words.failed,
  });
  return (
    <CodeDialog title={words.resetOf(person.name)} made={made} onClose={onClose}>
      <p>{words.how(person.name)}</p>
    </CodeDialog>
  );
}
