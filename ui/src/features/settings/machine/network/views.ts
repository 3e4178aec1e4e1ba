/** What can be changed on the page of the network, by the word in the address. */
import { type ComponentType, lazy } from 'react';
import type { ViewProps } from './viewProps';

export const VIEWS: Readonly<Record<string, ComponentType<ViewProps> | undefined>> = {
  wifi: lazy(() => import('./own/OwnForm')),
  join: lazy(() => import('./join/Join')),
  guests: lazy(() => import('./GuestForm')),
  cable: lazy(() => import('./CableForm')),
};
