/** Create User and Edit User: the same form, but a known user's password may stay as it is. */
import { useState } from 'react';
import { ApiError, messageOf } from '../../api/error';
import { refresh } from '../../api/query';
import { sessionStore, startSession } from '../../api/session';
import type { User, UserBody } from '../../api/types';
import { useWrite } from '../../api/useWrite';
import { Sheet } from '../../ui/Dialog';
import { toast, toastError } from '../../ui/toast';
import { AFTER_USER, changeUser, createUser } from './calls';
import { form as words } from './strings';
import { nameOf } from './UserCard';
import { UserFields } from './UserFields';
import {
  bodyOf,
  checkUser,
  formOf,
  NEW_USER,
  typePassword,
  type UserErrors,
  type UserForm,
} from './userForm';

/** `user` null: a new one. */
export function UserDialog({ user, onClose }: { user: User | null; onClose: () => void }) {
  const [form, setForm] = useState(() => (user ? formOf(user) : NEW_USER));
  const [errors, setErrors] = useState<UserErrors>({});
  const write = useWrite(
    (body: UserBody, options) =>
      user ? changeUser({ id: user.id, ...body }, options) : createUser(body, options),
    { refreshes: AFTER_USER },
  );

  function type(change: Partial<UserForm>) {
    const self = sessionStore.get().user?.username === user?.username;
    setForm((before) => {
      const { password } = change;
      return {
        ...before,
        ...change,
        ...(password === undefined ? {} : typePassword(before, password, self ? null : user)),
      };
    });
  }

  async function submit() {
    if (write.pending) return;
    const found = checkUser(form, user === null);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    try {
      const saved = await write.run(bodyOf(form));
      if (!saved) return;
      if (user) updateSession(user.username, saved);
      announce(saved, user === null);
      onClose();
    } catch (error) {
      if (error instanceof ApiError) setErrors(error.fields);
      toastError(words.error, messageOf(error, user ? words.updateFailed : words.createFailed));
      void refresh(...AFTER_USER);
    }
  }

  return (
    <Sheet title={user ? words.editTitle : words.createTitle} note={user?.username} onClose={onClose}>
      <UserFields
        isNew={user === null}
        form={form}
        errors={errors}
        onType={type}
        pending={write.pending}
        waiting={write.waiting}
        onSubmit={() => void submit()}
        onCancel={onClose}
      />
    </Sheet>
  );
}

function announce(user: User, isNew: boolean): void {
  const name = nameOf(user) ?? user.username;
  if (isNew) toast(words.created, user.isActive ? words.createdDetail(name) : name);
  else toast(words.updated, name);
}

/** Who changes their own name sees it in the top bar at once. */
function updateSession(username: string, saved: User): void {
  const { token, user } = sessionStore.get();
  if (token && user?.username === username) startSession(token, saved);
}
