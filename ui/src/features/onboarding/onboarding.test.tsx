/** The tour: its steps, what the phone and the box keep of it, and when it opens automatically. */

import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { boxStore, UNKNOWN_BOX } from '../../api/box';
import { queryClient } from '../../api/http/query';
import { reachableStore } from '../../api/live/live';
import { sessionStore } from '../../api/session';
import { deviceDate } from '../../lib/format';
import { KEYS, read, write } from '../../lib/state/storage';
import { fakeServer, type RecordedCall } from '../../test/fakeServer';
import { person, signInAs } from '../../test/people';
import { BEER, product } from '../../test/products';
import { toastStore } from '../../ui/feedback/toast';
import { EMPTY_CART, reduce } from '../quick-service/cart';
import { saveCart } from '../quick-service/savedCart';
import { completeTour, skipTour, tellBox } from './ending';
import { Onboarding } from './Onboarding';
import { percentOf, READY } from './steps';
import Tour from './Tour';
import {
  closeTour,
  isTourDue,
  isTourEnded,
  openTour,
  resetTour,
  tourCompletedStore,
  tourOpenStore,
} from './tour';
import { AUTO_OPEN_MS } from './useAutoOpen';
import { readinessOf } from './useReadiness';

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const stored = () => [read(KEYS.onboardingCompleted), read(KEYS.onboardingLastShown)];

const TOUR = 'POST /api/auth/tour';
const told = (requests: RecordedCall[]) => requests.filter(({ path }) => path === '/api/auth/tour').length;
/** The person of the session, as the box knows them. */
const me = (tourDone: boolean) => ({ 'GET /api/auth/me': { body: { ...person('manager'), tourDone } } });

beforeEach(() => {
  resetTour();
  closeTour();
  signInAs('manager');
  fakeServer({ ...me(false), [TOUR]: { status: 204 } });
});
afterEach(() => closeTour());

describe('the steps', () => {
  const open = (mayOpen = (_path: string) => true) =>
    render(
      <QueryClientProvider client={queryClient}>
        <Tour mayOpen={mayOpen} />
      </QueryClientProvider>,
    );

  it('are seven, each with its action, progress and screen', () => {
    open();
    const actions = [
      'Start the tour',
      'Explore Inventory',
      'Try Sales',
      'See Credit System',
      'View Menu',
      'See Analytics',
    ];
    const paths = ['/', '/inventory', '/sales', '/credit', '/credit', '/reports', '/reports'];
    for (const [index, path] of paths.entries()) {
      expect(screen.getByText(`Step ${index + 1} of 7`)).toBeTruthy();
      expect(screen.getByText(`${percentOf(index)}%`)).toBeTruthy();
      expect(location.pathname).toBe(path);
      const action = actions[index];
      if (action) press(action);
    }
    expect(screen.getByText('Start Using App')).toBeTruthy();
    for (const { yes } of READY) expect(screen.getByText(yes)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Skip Tour' })).toBeNull();
    press('Get Started');
    expect(stored()[0]).toBe('true');
  });

  it('say where the forward button leads', () => {
    open();
    press('Start the tour');
    const forward = screen.getByRole('button', { name: 'Explore Inventory', description: 'Next: Sales' });
    fireEvent.click(forward);
    expect(location.pathname).toBe('/sales');
    press(/Step 7/);
    expect(screen.queryByText(/^Next:/)).toBeNull();
  });

  it('end with badges that are true', async () => {
    const badges = async (products: object[], first: string) => {
      queryClient.clear();
      fakeServer({ 'GET /api/products': { body: products } });
      const { unmount } = open();
      press(/Step 7/);
      await screen.findByText(first);
      const texts = [...document.querySelectorAll('.badge')].map((badge) => badge.textContent);
      unmount();
      return texts;
    };
    expect(await badges([], 'Inventory: add products')).toEqual([
      'Inventory: add products',
      'Sales: nothing in stock',
      'Menu: no items yet',
    ]);
    const [sold, gone, hidden] = [
      product(1, 'Club Beer', { stock: 3 }),
      product(2, 'Fanta', { stock: 0 }),
      product(3, 'Sprite', { stock: 3, isAvailable: 0 }),
    ] as const;
    expect(await badges([gone], 'Sales: nothing in stock')).toEqual([
      'Inventory Ready',
      'Sales: nothing in stock',
      'Menu Ready',
    ]);
    expect(readinessOf([hidden])).toEqual({ inventory: true, sales: false, menu: false });
    expect(readinessOf([hidden, sold])).toEqual({ inventory: true, sales: true, menu: true });
  });

  it('start with a list of four features', () => {
    open();
    expect(within(screen.getByRole('dialog')).getAllByRole('listitem')).toHaveLength(4);
    expect(screen.queryByRole('button', { name: 'Previous' })).toBeNull();
  });

  it('can be opened in any order, and visited ones are marked done', () => {
    open();
    press('Step 3: Sales');
    expect(location.pathname).toBe('/sales');
    expect(screen.getByRole('button', { name: 'Step 3: Sales' }).getAttribute('aria-current')).toBe('step');
    expect(screen.getByRole('button', { name: 'Step 1: Welcome to Barback, done' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Step 2: Inventory' })).toBeTruthy();
    press('Previous');
    expect(location.pathname).toBe('/inventory');
    expect(screen.getByText('Step 2 of 7')).toBeTruthy();
    press('Previous');
    expect(document.activeElement?.textContent).toBe('Start the tour');
  });

  it('stay on the current screen when the role may not open the next', () => {
    open((path) => path !== '/reports');
    press('Step 3: Sales');
    press('Step 6: Reports');
    expect(screen.getByText('Step 6 of 7')).toBeTruthy();
    expect(location.pathname).toBe('/sales');
  });

  it('mention buttons only to the roles that have them', () => {
    const mentioned = (role: 'manager' | 'bartender') => {
      signInAs(role);
      const { unmount } = open();
      press(/Step 2/);
      const csv = screen.queryByText('Import and export your list as CSV') !== null;
      press(/Step 5/);
      const code = screen.queryByText('Print the code from Inventory') !== null;
      unmount();
      return [csv, code];
    };
    expect([mentioned('manager'), mentioned('bartender')]).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  it('link to the menu in a new tab', () => {
    open();
    press('Step 5: Digital Menu');
    const link = screen.getByRole('link', { name: 'Open the customer menu' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/customer-menu', '_blank']);
  });

  it.each(['Skip Tour', 'Close'])(
    'end with %s without being completed, and not again for this person on any device',
    async (name) => {
      const requests = fakeServer({ [TOUR]: { status: 204 } });
      openTour();
      open();
      press(name);
      expect(tourOpenStore.get()).toBe(false);
      expect(stored()).toEqual([null, deviceDate()]);
      expect(isTourEnded()).toBe(true);
      await waitFor(() => expect(told(requests)).toBe(1));
      // Nor on another day; a colleague on the same phone is still asked.
      write(KEYS.onboardingLastShown, '2020-01-01');
      expect(isTourDue()).toBe(false);
      signInAs('bartender');
      expect([isTourEnded(), isTourDue()]).toEqual([false, true]);
    },
  );
});

describe('the end of the tour', () => {
  it('is told to the box later if it does not answer, and meanwhile kept over a sign-in', async () => {
    let answers = false;
    const requests = fakeServer({ [TOUR]: () => (answers ? { status: 204 } : 'lost') });
    skipTour();
    await waitFor(() => expect(told(requests)).toBe(1));
    signInAs('manager');
    expect(isTourEnded()).toBe(true);
    answers = true;
    await tellBox();
    await tellBox();
    expect(told(requests)).toBe(2);
    // The session knows it now, without the note of what is to be told.
    expect([isTourEnded(), sessionStore.get().user?.tourDone]).toEqual([true, true]);
    signInAs('manager');
    expect(isTourEnded()).toBe(false);
  });

  it('is told when the frame appears, and when the box is back', async () => {
    const requests = fakeServer({ [TOUR]: 'lost' });
    skipTour();
    await waitFor(() => expect(told(requests)).toBe(1));
    render(<Onboarding screen={null} mayOpen={() => false} />);
    await waitFor(() => expect(told(requests)).toBe(2));
    act(() => reachableStore.set(false));
    act(() => reachableStore.set(true));
    await waitFor(() => expect(told(requests)).toBe(3));
    expect(toastStore.get()).toBeNull();
  });
});

describe('what is kept', () => {
  it('decides whether the tour is due', () => {
    expect(isTourDue()).toBe(true);
    openTour();
    expect(isTourDue()).toBe(false);
    write(KEYS.onboardingLastShown, '2020-01-01');
    expect(isTourDue()).toBe(true);
    completeTour();
    expect([isTourDue(), tourCompletedStore.get(), stored()[0]]).toEqual([false, true, 'true']);
    // Reset Tour is for this device: the box knows the person.
    resetTour();
    expect([isTourDue(), tourCompletedStore.get(), stored()[0]]).toEqual([false, false, null]);
    signInAs('manager', { tourDone: true });
    expect(isTourDue()).toBe(false);
  });
});

describe('opening automatically', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  const show = (where: string | null): ReactNode => <Onboarding screen={where} mayOpen={() => false} />;
  const wait = (ms: number) =>
    act(async () => {
      await vi.advanceTimersByTimeAsync(ms);
    });

  it('happens two seconds after the first screen, also when the screen changes meanwhile', async () => {
    const { rerender } = render(show('/sales'));
    await wait(AUTO_OPEN_MS - 500);
    rerender(show('/receipts'));
    await wait(499);
    expect(tourOpenStore.get()).toBe(false);
    await wait(1);
    expect(tourOpenStore.get()).toBe(true);
    expect(stored()[1]).toBe(deviceDate());
  });

  it('does not happen when it was already shown today', async () => {
    write(KEYS.onboardingLastShown, deviceDate());
    render(show('/sales'));
    await wait(AUTO_OPEN_MS * 3);
    expect(tourOpenStore.get()).toBe(false);
  });

  it('asks the box, and does not happen when the person has ended it on another device', async () => {
    fakeServer(me(true));
    render(show('/sales'));
    await wait(AUTO_OPEN_MS * 3);
    expect([tourOpenStore.get(), isTourEnded()]).toEqual([false, true]);
  });

  it('waits for the next screen when the box does not answer', async () => {
    fakeServer({ 'GET /api/auth/me': (_, count) => (count === 1 ? 'lost' : me(false)['GET /api/auth/me']) });
    const { rerender } = render(show('/sales'));
    await wait(AUTO_OPEN_MS * 2);
    expect(tourOpenStore.get()).toBe(false);
    rerender(show('/receipts'));
    await wait(AUTO_OPEN_MS);
    expect(tourOpenStore.get()).toBe(true);
  });

  it('happens to a colleague on a phone where another person has completed it', async () => {
    completeTour();
    signInAs('bartender');
    render(show('/sales'));
    await wait(AUTO_OPEN_MS);
    expect(tourOpenStore.get()).toBe(true);
  });

  it('waits until a screen is shown', async () => {
    const { rerender } = render(show(null));
    await wait(AUTO_OPEN_MS * 2);
    expect(tourOpenStore.get()).toBe(false);
    rerender(show('/sales'));
    await wait(AUTO_OPEN_MS);
    expect(tourOpenStore.get()).toBe(true);
  });

  it.each([
    '<input />',
    '<form><button>Save</button></form>',
    '<dialog open></dialog>',
    '<div role="menu"></div>',
    '<p class="banner question">Musa asks: Void a sale of $7.50</p>',
    '<aside class="guide">Step 2 of 9</aside>',
  ])('does not interrupt %s, and happens with the next screen', async (html) => {
    const work = document.createElement('div');
    work.innerHTML = html;
    document.body.append(work);
    work.querySelector<HTMLElement>('input, button')?.focus();
    const { rerender } = render(show('/sales'));
    await wait(AUTO_OPEN_MS * 2);
    expect(tourOpenStore.get()).toBe(false);
    work.remove();
    await wait(AUTO_OPEN_MS * 2);
    expect(tourOpenStore.get()).toBe(false);
    rerender(show('/receipts'));
    await wait(AUTO_OPEN_MS);
    expect(tourOpenStore.get()).toBe(true);
  });

  it('does not interrupt a sale, and happens with the next screen once the cart is empty', async () => {
    signInAs('bartender');
    saveCart('bartender', reduce(EMPTY_CART, { type: 'add', product: BEER }));
    const { rerender } = render(show('/bartender'));
    await wait(AUTO_OPEN_MS * 2);
    expect(tourOpenStore.get()).toBe(false);
    saveCart('bartender', EMPTY_CART);
    rerender(show('/receipts'));
    await wait(AUTO_OPEN_MS);
    expect(tourOpenStore.get()).toBe(true);
  });

  it('waits behind the first steps of a new bar, but not of a demo, which has nothing to set up', async () => {
    const isOpen = async (screen: string) => {
      closeTour();
      write(KEYS.onboardingLastShown, null);
      const { unmount } = render(show(screen));
      await wait(AUTO_OPEN_MS * 2);
      unmount();
      return tourOpenStore.get();
    };
    boxStore.set({ ...UNKNOWN_BOX, demo: false });
    expect([await isOpen('/admin'), await isOpen('/inventory')]).toEqual([false, true]);
    write(KEYS.firstSteps, 'hidden');
    expect(await isOpen('/admin')).toBe(true);
    write(KEYS.firstSteps, null);
    boxStore.set({ ...UNKNOWN_BOX, demo: true });
    expect(await isOpen('/admin')).toBe(true);
    boxStore.set(null);
  });

  it('is cancelled at the end of the session', async () => {
    const { unmount } = render(show('/sales'));
    unmount();
    await wait(AUTO_OPEN_MS);
    expect(tourOpenStore.get()).toBe(false);
  });
});
