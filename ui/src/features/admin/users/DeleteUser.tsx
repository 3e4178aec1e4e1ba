/** Asks, then deletes a user. */

import { useRemoval } from '../../../api/forms/useRemoval';
import { messageOf } from '../../../api/http/error';
import type { User } from '../../../api/types';
import { DeleteDialog } from '../../../ui/dialog/DeleteDialog';
import { toast, toastError } from '../../../ui/feedback/toast';
import { form, remove as words } from '../strings';
import { AFTER_USER, deleteUser } from './calls';

interface DeleteUserProps {
  user: User;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteUser({ user, onClose, onDeleted }: DeleteUserProps) {
  const removal = useRemoval(deleteUser, AFTER_USER);

  return (
    <DeleteDialog
      question={words.question(user.username)}
      detail={words.detail}
      action={words.action}
      pending={removal.pending}
      waiting={removal.waiting}
      run={() => removal.run(user.id)}
      onDeleted={() => {
        toast(words.deleted, user.username);
        onDeleted();
        onClose();
      }}
      onFailed={(error) => {
        toastError(form.error, messageOf(error, words.failed));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
