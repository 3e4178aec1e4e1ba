/** The settings screen: each part is saved separately. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { boxStore, UNKNOWN_BOX } from '../../api/box';
import { queryClient } from '../../api/http/query';
import { fakeServer, type RecordedCall, refusal } from '../../test/fakeServer';
import { choose, type } from '../../test/fields';
import { zonesWith } from './DayAndCash';
import SettingsScreen from './SettingsScreen';
import { SETTINGS } from './test/box';
import { openSettings, resetTestState } from './test/open';

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const part = (name: string) => within(screen.getByRole('form', { name }));
const written = (requests: RecordedCall[]) => requests.find(({ method }) => method !== 'GET')?.body;

afterEach(() => vi.restoreAllMocks());
beforeEach(() => {
  resetTestState();
  boxStore.set({ ...UNKNOWN_BOX, title: 'Sunset', demo: true, version: '1.2.3', lrdCashStep: '5.00' });
});

describe('a link to a part of the settings', () => {
  it('keeps the part in view while the parts above it load, until the user touches the page', async () => {
    let grow = () => {};
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(changed: () => void) {
          grow = changed;
        }
        observe() {}
        disconnect() {
          grow = () => {};
        }
      },
    );
    const scrolledTo: string[] = [];
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      scrolledTo.push(this.id);
    });
    history.replaceState(null, '', '/settings#network');
    await openSettings();
    await waitFor(() => expect(scrolledTo).toEqual(['network']));
    grow();
    expect(scrolledTo).toEqual(['network', 'network']);
    act(() => history.pushState(null, '', '/settings#printing'));
    await waitFor(() => expect(scrolledTo.at(-1)).toBe('printing'));
    fireEvent.pointerDown(document.body);
    grow();
    expect(scrolledTo).toEqual(['network', 'network', 'printing']);
  });
});

describe('the parts', () => {
  it('send only their own fields', async () => {
    const requests = await openSettings();
    type(part('Business').getByLabelText('Business Name'), 'Moonlight');
    fireEvent.click(part('Business').getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Settings saved')).toBeTruthy();
    expect(written(requests)).toEqual({
      businessName: 'Moonlight',
      address: 'Tubman Boulevard',
      phone: '0770551240',
      thankYouMessage: 'Thank you for your visit!',
      website: '',
      socialMedia: '',
    });
  });

  it('include the business day and the cash step', async () => {
    const requests = await openSettings();
    const day = part('Day and cash');
    choose(day.getByLabelText('Time Zone'), 'Africa/Accra');
    type(day.getByLabelText('Start of the day'), '06:30');
    type(day.getByLabelText('LRD cash step'), '10');
    fireEvent.click(day.getByRole('button', { name: 'Save' }));
    await screen.findByText('Settings saved');
    expect(written(requests)).toEqual({ timeZone: 'Africa/Accra', dayStartsAt: '06:30', lrdCashStep: '10' });
  });

  it('show errors beside their fields, and keep the typed text', async () => {
    const wrong = 'Must be an address such as http://192.168.1.10';
    await openSettings({
      'PUT /api/settings': refusal(400, 'invalid', 'Please check the settings', {
        fields: { publicUrl: wrong },
      }),
    });
    type(screen.getByLabelText('Public Address'), 'bar');
    fireEvent.click(part('Network').getByRole('button', { name: 'Save' }));
    expect((await screen.findByText(wrong)).getAttribute('role')).toBe('alert');
    expect(screen.getByText('Please check the settings')).toBeTruthy();
    expect(screen.getByLabelText('Public Address')).toHaveProperty('value', 'bar');
  });

  it('include the version', async () => {
    await openSettings();
    expect(screen.getByText('1.2.3')).toBeTruthy();
    expect(screen.getByText('Demo bar')).toBeTruthy();
  });

  it('can be loaded again after a failure', async () => {
    fakeServer({
      'GET /api/settings': (_call, count) =>
        count === 1 ? refusal(500, 'internal', 'oh') : { body: SETTINGS },
    });
    render(
      <QueryClientProvider client={queryClient}>
        <SettingsScreen />
      </QueryClientProvider>,
    );
    await screen.findByText('The settings could not be loaded');
    press('Try again');
    expect(await screen.findByLabelText('Business Name')).toBeTruthy();
  });

  it('always offer the current time zone', () => {
    expect(zonesWith('Mars/Olympus')[0]?.value).toBe('Mars/Olympus');
    expect(zonesWith('Africa/Monrovia').filter(({ value }) => value === 'Africa/Monrovia')).toHaveLength(1);
  });
});
