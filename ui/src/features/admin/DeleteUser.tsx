/** Asks, then takes a user off the list. */
import { messageOf } from '../../api/error';
import type { User } from '../../api/types';
import { useRemoval } from '../../api/useRemoval';
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
  const removal = useRemoval(deleteUser, AFTER_USER);

  async function confirm() {
    try {
      if (!(await removal.run(user.id))) return;
      toast(words.deleted, user.username);
      onDeleted();
    } catch (error) {
      toastError(form.error, messageOf(error, words.failed));
    }
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
