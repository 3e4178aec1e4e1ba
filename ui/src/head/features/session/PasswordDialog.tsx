/** Changing the password by choice. */
import { Dialog } from '../../../ui/dialog/Dialog';
import { toast } from '../../../ui/feedback/toast';
import { changePassword as words } from '../../../ui/session/passwordStrings';
import { ChangePassword } from './ChangePassword';

export default function PasswordDialog({ onClose }: { onClose: () => void }) {
  function done() {
    toast(words.done);
    onClose();
  }
  return (
    <Dialog title={words.title} onClose={onClose}>
      <ChangePassword onDone={done} onCancel={onClose} />
    </Dialog>
  );
}
