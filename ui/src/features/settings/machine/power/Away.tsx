/** While the box restarts or is off: says so, and closes when it answers again. */
import { useEffect } from 'react';
import { Dialog } from '../../../../ui/dialog/Dialog';
import { Alert } from '../../../../ui/feedback/Alert';
import { toast } from '../../../../ui/feedback/toast';
import type { Deed } from './deed';
import { power as words } from './strings';
import { useReturn } from './useReturn';

interface AwayProps {
  deed: Deed;
  onClose: () => void;
}

export function Away({ deed, onClose }: AwayProps) {
  const { isBack, isLate } = useReturn();
  useEffect(() => {
    if (!isBack) return;
    toast(words.isBack);
    onClose();
  }, [isBack]);
  const isOff = deed === 'off';
  return (
    <Dialog title={isOff ? words.turnsOff : words.restarting} onClose={onClose}>
      {!isOff && <progress aria-label={words.restarting} />}
      <p role="status">{isOff ? words.turnsOffDetail : words.restartingDetail}</p>
      {!isOff && isLate && <Alert kind="warning">{words.late}</Alert>}
    </Dialog>
  );
}
