/** Opens a screen of head office as a user, with the cache empty. */
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/preact';
import type { ComponentType } from 'react';
import { Route } from 'wouter';
import { dismissToast } from '../../ui/feedback/toast';
import { reachableStore } from '../api/client';
import { queryClient } from '../api/query';
import { startSession } from '../api/session';
import type { Role } from '../api/types';
import { userOf } from './rows';

interface OpenOptions {
  role?: Role;
  /** The address, such as `/shifts?period=week`. */
  at?: string;
  /** The route's path where the screen reads a part of it. */
  route?: string;
}

export function open(
  Screen: ComponentType,
  { role = 'owner', at = '/', route = '*' }: OpenOptions = {},
): void {
  queryClient.clear();
  dismissToast();
  reachableStore.set(true);
  startSession(userOf(role));
  history.replaceState(null, '', at);
  render(
    <QueryClientProvider client={queryClient}>
      <Route path={route}>
        <Screen />
      </Route>
    </QueryClientProvider>,
  );
}
