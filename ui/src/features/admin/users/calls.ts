/** The API calls of user management. */
import { at } from '../../../api/calls';
import { del, post, put, type WriteOptions } from '../../../api/http/client';
import type { UserBody, UserChange } from '../../../api/types';

export const USERS = '/api/users';
export const AFTER_USER = [USERS] as const;

export const createUser = (body: UserBody, options: WriteOptions) => post(USERS, body, options);

export const changeUser = ({ id, ...body }: UserChange & { id: number }, options: WriteOptions) =>
  put(at('/api/users/{id}', { id }), body, options);

export const deleteUser = (id: number, options: WriteOptions) =>
  del(at('/api/users/{id}', { id }), undefined, options);
