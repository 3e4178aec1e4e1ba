/** Create User and Edit User: the same form, but an existing user may keep their password. */
import { useDraftForm } from '../../../api/forms/useDraftForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import { messageOf } from '../../../api/http/error';
import { refresh } from '../../../api/http/query';
import { sessionStore, startSession } from '../../../api/session';
import type { Invitation, NewUser, User, UserBody } from '../../../api/types';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { toast, toastError } from '../../../ui/feedback/toast';
import { form as words } from '../strings';
import { AFTER_USER, changeUser, createUser } from './calls';
import { nameOf } from './UserCard';
import { UserFields } from './UserFields';
import { bodyOf, checkUser, formOf, NEW_USER, typePassword, type UserForm } from './userForm';

interface UserDialogProps {
  /** Null when creating one. */
  user: User | null;
  /** A new user is there, with an invitation. */
  onInvited?: (user: User, invitation: Invitation) => void;
  onClose: () => void;
}

export function UserDialog({ user, onInvited, onClose }: UserDialogProps) {
  const draft = useFormDraft<UserForm>(`user:${user?.id ?? 'new'}`, user ? formOf(user) : NEW_USER, [
    'password',
  ]);
  const { values } = draft;
  const write = useWrite(
    (body: UserBody, options): Promise<NewUser> =>
      user ? changeUser({ id: user.id, ...body }, options) : createUser(body, options),
    { refreshes: AFTER_USER },
  );

  function type(change: Partial<UserForm>) {
    const self = sessionStore.get().user?.username === user?.username;
    const { password } = change;
    draft.type({
      ...change,
      ...(password === undefined ? {} : typePassword(values, password, self ? null : user)),
    });
  }

  const dialog = useDraftForm<keyof UserForm, NewUser>({
    draft,
    write,
    check: () => checkUser(values, user === null),
    send: () => write.run(bodyOf(values)),
    onDone(saved) {
      if (user) updateSession(user.username, saved);
      announce(saved, user === null);
      const { invitation } = saved;
      if (invitation) onInvited?.(saved, invitation);
    },
    onFail(error) {
      toastError(words.error, messageOf(error, user ? words.updateFailed : words.createFailed));
      void refresh(...AFTER_USER);
      return undefined;
    },
    onClose,
  });

  return (
    <FormDialog
      form={dialog}
      title={user ? words.editTitle : words.createTitle}
      note={user?.username}
      sheet
      submit={user ? words.save : words.create}
      pendingLabel={user ? words.saving : words.creating}
      cancel={words.cancel}
      long
    >
      <UserFields
        isNew={user === null}
        chain={user?.chain ?? null}
        wasActive={user?.isActive ?? true}
        form={values}
        errors={dialog.errors}
        onType={type}
      />
    </FormDialog>
  );
}

/** Of an invited user the dialog of the invitation says so: a toast would cover the code. */
function announce(user: NewUser, isNew: boolean): void {
  const name = nameOf(user) ?? user.username;
  if (!isNew) toast(words.updated, name);
  else if (!user.invitation) toast(words.created, user.isActive ? words.createdDetail(name) : name);
}

/** Updates the top bar when users change their own name. */
function updateSession(username: string, saved: User): void {
  const { token, user } = sessionStore.get();
  if (token && user?.username === username) startSession(token, saved);
}
