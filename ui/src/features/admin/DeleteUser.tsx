/** Asks, then takes a user off the list. */
import { ApiError, messageOf } from '../../api/error';
import { refresh } from '../../api/query';
import type { User } from '../../api/types';
import { useWrite } from '../../api/useWrite';
import { Confirm } from '../../ui/Confirm';
import { toast, toastError } from '../../ui/toast';
import { AFTER_USER, deleteUser } from './calls';
import { form, remove as words } from './strings';

interface DeleteUserProps {
  user: User;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteUser({ user, onClose, onDeleted }: DeleteUserProps) {
  const removal = useWrite(deleteUser, { refreshes: AFTER_USER });

  async function confirm() {
    if (removal.pending) return;
    try {
      await removal.run(user.id);
    } catch (error) {
      void refresh(...AFTER_USER);
      // A colleague was faster: what was wanted has happened.
      if (!(error instanceof ApiError && error.status === 404)) {
        toastError(form.error, messageOf(error, words.failed));
        onClose();
        return;
      }
    }
    toast(words.deleted, user.username);
    onDeleted();
    onClose();
  }

  return (
    <Confirm
      question={words.question(user.username)}
      detail={words.detail}
      action={words.action}
      pending={removal.pending}
      waiting={removal.waiting}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
}
