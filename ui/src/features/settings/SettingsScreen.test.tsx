/** The settings: the list, its pages, and how each page is saved. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { boxStore, UNKNOWN_BOX } from '../../api/box';
import { type RecordedCall, refusal } from '../../test/fakeServer';
import { choose, type } from '../../test/fields';
import { zonesWith } from './BusinessDay';
import { GROUPS } from './pages';
import SettingsScreen from './SettingsScreen';
import { pages as names } from './strings';
import { SETTINGS } from './test/box';
import { openPage, resetTestState, show } from './test/open';

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const form = (name: string) => within(screen.getByRole('form', { name }));
const written = (requests: RecordedCall[]) =>
  requests.filter(({ method }) => method !== 'GET').map(({ body }) => body);
/** Answers of a box that stores what it is sent. */
function storing(): Parameters<typeof openPage>[1] {
  let stored = SETTINGS;
  return {
    'GET /api/settings': () => ({ body: stored }),
    'PUT /api/settings': ({ body }) => {
      stored = { ...stored, ...(body as object) };
      return { body: stored };
    },
  };
}
const list = () => screen.queryByRole('navigation', { name: 'Pages of the settings' });

/** A phone, or a screen that is wide enough for two columns. */
function screenIs(wide: boolean) {
  vi.stubGlobal('matchMedia', () => ({
    matches: wide,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
}

afterEach(() => vi.unstubAllGlobals());
beforeEach(() => {
  resetTestState();
  screenIs(false);
  boxStore.set({ ...UNKNOWN_BOX, demo: true, version: '1.2.3' });
});

describe('the list', () => {
  it('leads to each page on a phone, and a page leads back to it', async () => {
    history.replaceState(null, '', '/settings');
    show({}, <SettingsScreen />);
    await screen.findByRole('navigation', { name: 'Pages of the settings' });
    const links = within(list() as HTMLElement).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
      GROUPS.flatMap(({ pages }) => pages)
        .filter(({ needsTills, needsAppliance }) => !needsTills && !needsAppliance)
        .map(({ id }) => [names[id], `/settings/${id}`]),
    );
    expect(screen.queryByRole('form')).toBeNull();
    fireEvent.click(screen.getByRole('link', { name: 'Business' }));
    expect(location.pathname).toBe('/settings/business');
    expect(await screen.findByLabelText('Business Name')).toBeTruthy();
    expect(list()).toBeNull();
    fireEvent.click(screen.getByRole('link', { name: 'All settings' }));
    expect(await screen.findByRole('navigation', { name: 'Pages of the settings' })).toBeTruthy();
  });

  it('stands beside the page on a wide screen, which shows the first one until another is chosen', async () => {
    screenIs(true);
    history.replaceState(null, '', '/settings');
    show({}, <SettingsScreen />);
    expect(await screen.findByLabelText('Business Name')).toBeTruthy();
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Business');
    fireEvent.click(screen.getByRole('link', { name: 'About' }));
    expect(await screen.findByRole('region', { name: 'About' })).toBeTruthy();
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('About');
  });

  it.each([
    ['/settings#network', '/settings/network'],
    ['/settings#nothing', '/settings'],
    ['/settings/nothing', '/settings'],
  ])('%s becomes %s', async (from, to) => {
    history.replaceState(null, '', from);
    show({}, <SettingsScreen />);
    await waitFor(() => expect(location.pathname).toBe(to));
    act(() => history.replaceState(null, '', '/'));
  });
});

describe('the pages', () => {
  it('send only their own fields', async () => {
    const requests = await openPage('business');
    type(form('Business').getByLabelText('Business Name'), 'Moonlight');
    press('Save');
    expect(await screen.findByText('Settings saved')).toBeTruthy();
    expect(written(requests)).toEqual([
      {
        businessName: 'Moonlight',
        address: 'Tubman Boulevard',
        phone: '0770551240',
        thankYouMessage: 'Thank you for your visit!',
        website: '',
        socialMedia: '',
      },
    ]);
  });

  it('include the business day', async () => {
    const requests = await openPage('day');
    choose(screen.getByLabelText('Time Zone'), 'Africa/Accra');
    type(screen.getByLabelText('The business day ends at'), '06:30');
    press('Save');
    await screen.findByText('Settings saved');
    expect(written(requests)).toEqual([
      { timeZone: 'Africa/Accra', dayStartsAt: '06:30', phoneCountry: '231' },
    ]);
  });

  it('include the smallest change', async () => {
    const requests = await openPage('cash');
    type(screen.getByLabelText('Smallest L$ for change'), '10');
    press('Save');
    await screen.findByText('Settings saved');
    expect(written(requests)).toEqual([{ lrdCashStep: '10' }]);
  });

  it('include bills: slips, and comps without approval', async () => {
    const requests = await openPage('bills');
    fireEvent.click(screen.getByRole('switch', { name: 'Print payment slips' }));
    await screen.findByText('No payment slips are printed');
    type(screen.getByLabelText('Comps without approval ($ a day)'), '10');
    press('Save');
    await screen.findByText('Settings saved');
    expect(written(requests)).toEqual([
      { bills: { slips: false } },
      { bills: { compCapUSD: '10' }, credit: { limitUSD: '1000.00' } },
    ]);
  });

  it('show errors beside their fields, and keep the typed text', async () => {
    const wrong = 'Must be an address such as http://192.168.1.10';
    await openPage('network', {
      'PUT /api/settings': refusal(400, 'invalid', 'Please check the settings', {
        fields: { publicUrl: wrong },
      }),
    });
    type(screen.getByLabelText('Public Address'), 'bar');
    fireEvent.click(form('Network').getByRole('button', { name: 'Save' }));
    expect((await screen.findByText(wrong)).getAttribute('role')).toBe('alert');
    expect(screen.getByText('Please check the settings')).toBeTruthy();
    expect(screen.getByLabelText('Public Address')).toHaveProperty('value', 'bar');
  });

  it('include the version', async () => {
    await openPage('about');
    expect(screen.getByText('1.2.3')).toBeTruthy();
    expect(screen.getByText('Demo bar')).toBeTruthy();
  });

  it('can be loaded again after a failure', async () => {
    history.replaceState(null, '', '/settings/business');
    show(
      {
        'GET /api/settings': (_call, count) =>
          count === 1 ? refusal(500, 'internal', 'oh') : { body: SETTINGS },
      },
      <SettingsScreen />,
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

describe('the screens of the staff', () => {
  it('are set with one tap each', async () => {
    const requests = await openPage('screens', storing());
    expect(screen.getByRole('radio', { name: 'Sales' })).toHaveProperty('checked', true);
    fireEvent.click(screen.getByRole('radio', { name: 'Till' }));
    await screen.findByText('Bartenders start at Till');
    fireEvent.click(screen.getByRole('switch', { name: 'Orders go through Preparing and Ready' }));
    await screen.findByText('Orders have one step');
    fireEvent.click(screen.getByRole('switch', { name: 'Managers may open Reports' }));
    await waitFor(() => expect(written(requests)).toHaveLength(3));
    expect(written(requests)).toEqual([
      { startScreen: { bartender: 'till' } },
      { orders: { steps: false } },
      { reports: { managers: true } },
    ]);
  });

  it('show the stored state again after a refusal', async () => {
    await openPage('screens', { 'PUT /api/settings': refusal(503, 'read_only', 'The disk is full') });
    fireEvent.click(screen.getByRole('switch', { name: 'Managers may open Reports' }));
    expect(await screen.findByText('The disk is full')).toBeTruthy();
    expect(screen.getByRole('switch', { name: 'Managers may open Reports' })).toHaveProperty(
      'checked',
      false,
    );
  });
});

describe('people', () => {
  it('clock in and out where the bar says so, with breaks paid or not', async () => {
    const requests = await openPage('people', storing());
    expect(screen.queryByRole('switch', { name: 'Breaks are paid' })).toBeNull();
    fireEvent.click(screen.getByRole('switch', { name: 'Staff clock in and out' }));
    fireEvent.click(await screen.findByRole('switch', { name: 'Breaks are paid' }));
    await screen.findByText('Breaks are paid from now on');
    expect(written(requests)).toEqual([{ clock: { mode: 'on' } }, { clock: { breaksPaid: true } }]);
  });

  it('choose reasons from the list alone where the bar says so', async () => {
    const requests = await openPage('people', storing());
    fireEvent.click(screen.getByRole('switch', { name: 'Reasons may be written' }));
    await screen.findByText('Reasons are chosen from the list');
    expect(written(requests)).toEqual([{ reasons: { freeText: false } }]);
    expect(screen.getByRole('link', { name: 'Staff' }).getAttribute('href')).toBe('/staff');
  });
});

describe('people, in one place', () => {
  it('lead to accounts, PINs, devices and rules, and say who has no PIN', async () => {
    await openPage('people');
    const row = (name: string) => screen.getByRole('link', { name }).closest('li');
    expect(await screen.findByText('Ada, hawa')).toBeTruthy();
    expect(row('Accounts')?.textContent).toContain('2');
    expect(row('PINs')?.textContent).toContain('hawa has none yet');
    expect(row('PINs')?.textContent).toContain('1 of 2');
    expect(row('Devices')?.textContent).toContain('Bar tablet');
    expect(screen.queryByRole('link', { name: 'Hours' })).toBeNull();
  });

  it('keep truth sheets from managers with one tap', async () => {
    const requests = await openPage('people', storing());
    fireEvent.click(screen.getByRole('switch', { name: 'Managers read and issue truth sheets' }));
    await screen.findByText('Only admins read truth sheets');
    expect(written(requests)).toEqual([{ sheet: { managers: false } }]);
  });
});

describe("the guests' Wi-Fi", () => {
  it('is saved, and then leads to the codes', async () => {
    const requests = await openPage('wifi', storing());
    expect(screen.queryByRole('link', { name: 'Menu QR code' })).toBeNull();
    type(screen.getByLabelText('Network name'), 'Sunset Guests');
    type(screen.getByLabelText('Wi-Fi password'), 'cold beer');
    press('Save');
    await screen.findByText('Settings saved');
    expect(written(requests)).toEqual([{ guestWifi: { name: 'Sunset Guests', password: 'cold beer' } }]);
    const codes = await screen.findByRole('link', { name: 'Menu QR code' });
    expect(codes.getAttribute('href')).toBe('/qr');
  });

  it('shows what is wrong at its name', async () => {
    const wrong = 'The name of a Wi-Fi network has at most 32 letters';
    await openPage('wifi', {
      'PUT /api/settings': refusal(400, 'invalid', 'Please check the settings', {
        fields: { guestWifi: wrong },
      }),
    });
    type(screen.getByLabelText('Network name'), 'x'.repeat(33));
    press('Save');
    expect((await screen.findByText(wrong)).getAttribute('role')).toBe('alert');
    expect(screen.getByLabelText('Network name')).toHaveProperty('value', 'x'.repeat(33));
  });
});
