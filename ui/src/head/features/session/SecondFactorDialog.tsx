/** Replacing the second factor by choice: with the password and a present code. */
import { Dialog } from '../../../ui/dialog/Dialog';
import { toast } from '../../../ui/feedback/toast';
import { totp as words } from './strings';
import { TotpSetup } from './TotpSetup';

export default function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  function done() {
    toast(words.replaced);
    onClose();
  }
  return (
    <Dialog title={words.replace} onClose={onClose}>
      <TotpSetup onDone={done} />
    </Dialog>
  );
}
