/** What user management asks of the box. */
import { del, post, put, type WriteOptions } from '../../api/client';
import type { User } from '../../api/types';
import type { UserBody } from './userForm';

export const USERS = '/api/users';
export const AFTER_USER = [USERS] as const;

export const createUser = (body: UserBody, options: WriteOptions) => post<User>(USERS, body, options);

export const changeUser = ({ id, ...body }: UserBody & { id: number }, options: WriteOptions) =>
  put<User>(`${USERS}/${id}`, body, options);

export const deleteUser = (id: number, options: WriteOptions) => del(`${USERS}/${id}`, undefined, options);
