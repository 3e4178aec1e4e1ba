/** An admin changes what bartenders see. */
import { act, renderHook } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { boxStore, UNKNOWN_BOX } from '../../api/box';
import { queryClient } from '../../api/http/query';
import { signInAs } from '../../test/people';
import { useFiguresSeen } from './useFiguresSeen';

const hear = (bartendersSee?: 'all' | 'own' | 'nothing') =>
  act(() => boxStore.set({ ...UNKNOWN_BOX, ...(bartendersSee && { people: { bartendersSee } }) }));
const SALES = ['/api/sales/analytics'];
const isShown = () => queryClient.getQueryData(SALES) !== undefined;

/** Opens a screen with figures. */
function opens(who: 'bartender' | 'manager') {
  boxStore.set(UNKNOWN_BOX);
  // First: nothing is kept of the person before.
  signInAs(who);
  queryClient.setQueryData(SALES, { totalRevenue: '18255.06' });
  renderHook(useFiguresSeen);
}

it('forgets the figures of a bartender when an admin changes it, and not when it is first heard', () => {
  opens('bartender');
  // The box says nothing of it where they see all.
  hear();
  hear('all');
  expect(isShown()).toBe(true);
  hear('own');
  expect(isShown()).toBe(false);
  queryClient.setQueryData(SALES, { totalRevenue: '2.00' });
  hear('nothing');
  expect(isShown()).toBe(false);
});

it('leaves the figures of managers', () => {
  opens('manager');
  hear();
  hear('own');
  expect(isShown()).toBe(true);
});
