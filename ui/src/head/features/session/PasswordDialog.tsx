/** Changing the password by choice. */
import { Dialog } from '../../../ui/dialog/Dialog';
import { toast } from '../../../ui/feedback/toast';
import { PasswordFields } from './PasswordFields';
import { password as words } from './strings';

export default function PasswordDialog({ onClose }: { onClose: () => void }) {
  function done() {
    toast(words.done);
    onClose();
  }
  return (
    <Dialog title={words.title} onClose={onClose}>
      <PasswordFields onDone={done} onCancel={onClose} />
    </Dialog>
  );
}
