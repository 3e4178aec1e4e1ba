/** The Feature Guide of each role. */
import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { boxStore, UNKNOWN_BOX } from '../../api/box';
import type { Role } from '../../api/types';
import { signInAs } from '../../test/people';
import HelpDialog from './HelpPages';

afterEach(() => boxStore.set(null));

it('names only the screens that the role may open', () => {
  const names = (role: Role, managers: boolean) => {
    boxStore.set({ ...UNKNOWN_BOX, reports: { managers } });
    signInAs(role);
    render(<HelpDialog page="Feature Guide" onClose={() => {}} />);
    const found = ['Inventory', 'Sales', 'Reports'].filter((name) => screen.queryByText(name) !== null);
    cleanup();
    return found;
  };
  expect(names('bartender', true)).toEqual(['Sales']);
  expect(names('manager', false)).toEqual(['Inventory', 'Sales']);
  expect(names('manager', true)).toEqual(['Inventory', 'Sales', 'Reports']);
  expect(names('admin', false)).toEqual(['Inventory', 'Sales', 'Reports']);
});
