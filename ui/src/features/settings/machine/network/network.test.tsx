/** The network of a machine that the box drives: shown, changed, tried, kept or given up. */
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { boxStore, UNKNOWN_BOX } from '../../../../api/box';
import { queryClient } from '../../../../api/http/query';
import { NETWORK_KEY } from '../../../../parts/machine/network';
import type { BoxNetwork, NetworkChange } from '../../../../parts/machine/types';
import { type RecordedCall, refusal } from '../../../../test/fakeServer';
import { choose, type } from '../../../../test/fields';
import { BOX_NETWORK, inTime, onAppliance, withPhones } from '../../../../test/machine';
import { loadPages } from '../../pages';
import SettingsScreen from '../../SettingsScreen';
import { openPage, resetTestState, show } from '../../test/open';
import { trialStore } from './trial';

const CALL = '/api/box/network';
const WIFIS = [
  { ssid: 'Sunset_Router', strength: 90, band: '2.4', secured: true },
  { ssid: 'Hotel Guest', strength: 20, band: '2.4', secured: false },
];
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const follow = (name: string) => fireEvent.click(screen.getByRole('link', { name }));
const written = (requests: RecordedCall[]) =>
  requests.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);
const look = () => queryClient.invalidateQueries({ queryKey: NETWORK_KEY });

/** A box that answers with `now.network`, tries what it is sent, and can be out of reach. */
function box(first: BoxNetwork = BOX_NETWORK) {
  const now = { network: first, away: false };
  const answers: Parameters<typeof show>[0] = {
    [`GET ${CALL}`]: () => (now.away ? 'lost' : { body: now.network }),
    [`GET ${CALL}/wifis`]: { body: WIFIS },
    [`GET ${CALL}/qr?format=svg`]: { body: 'a picture' },
    [`PUT ${CALL}`]: ({ body }) => {
      const { wifi, ...rest } = body as NetworkChange;
      const pendingUntil = inTime(180_000);
      const answer = { ...now.network, pendingUntil };
      now.network = {
        ...now.network,
        ...rest,
        wifi: { ...now.network.wifi, ...wifi },
        pendingUntil,
      } as BoxNetwork;
      return { status: 202, body: answer };
    },
    [`POST ${CALL}/keep`]: () => {
      now.network = { ...now.network, pendingUntil: null };
      return { body: now.network };
    },
  };
  return { now, answers };
}

async function openView(view: string, answers: Parameters<typeof show>[0]) {
  await loadPages();
  await Promise.all([import('./MachineNetwork'), import('./forms')]);
  history.replaceState(null, '', `/settings/network?change=${view}`);
  return show(answers, <SettingsScreen />);
}

beforeEach(() => {
  resetTestState();
  trialStore.set(null);
  onAppliance();
});

afterEach(() => boxStore.set(null));

describe('the page', () => {
  it('shows the own Wi-Fi with its code, the phones on it and the other ways in', async () => {
    await openPage('network', box().answers);
    const own = within(await screen.findByRole('region', { name: 'Own Wi-Fi' }));
    expect(own.getByText('Sunset Bar')).toBeTruthy();
    expect(own.getByText('palm-river-27')).toBeTruthy();
    expect(own.getByText('bar.lan:3000')).toBeTruthy();
    expect(await own.findByRole('img', { name: 'Code that joins Sunset Bar' })).toBeTruthy();
    expect(own.getByRole('button', { name: 'Print how to connect' })).toBeTruthy();
    expect(screen.getByLabelText('Places taken').textContent).toBe('5 of 7 phones');
    expect(screen.queryByText(/router holds more/)).toBeNull();
    const row = (name: string) => screen.getByRole('link', { name }).closest('li')?.textContent;
    expect(row('Cable')).toBe('Cable192.168.1.20connected');
    expect(row('Join another Wi-Fi')).toBe('Join another Wi-Fiinstead of the own oneoff');
    expect(row('Guest Wi-Fi')).toBe('Guest Wi-Fimenu only, no internetoff');
  });

  it('warns before the last place is taken, and says what holds more', async () => {
    await openPage('network', box(withPhones(6)).answers);
    await screen.findByText('6 of 7 phones', { selector: 'small' });
    expect(
      screen.getByText('The built-in radio holds about 7. A router holds more: connect the box to it.'),
    ).toBeTruthy();
  });

  it('says only the most where phones cannot be counted, and does without a code', async () => {
    const { answers } = box(withPhones(null));
    await openPage('network', {
      ...answers,
      [`GET ${CALL}/qr?format=svg`]: refusal(404, 'not_found', 'Not found'),
    });
    expect(await screen.findByText('up to 7 phones')).toBeTruthy();
    expect(screen.queryByLabelText('Places taken')).toBeNull();
    expect(screen.queryByRole('img', { name: /Code that joins/ })).toBeNull();
  });

  it('keeps the addresses and the menu codes on a page of their own', async () => {
    await openPage('network', box().answers);
    await screen.findByRole('region', { name: 'Own Wi-Fi' });
    expect(screen.queryByLabelText('Public Address')).toBeNull();
    follow('Addresses and codes');
    expect(await screen.findByLabelText('Public Address')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Addresses and codes' })).toBeTruthy();
    follow('Back to Network');
    expect(await screen.findByRole('region', { name: 'Own Wi-Fi' })).toBeTruthy();
  });

  it('is the one of before on other machines, which are asked nothing', async () => {
    boxStore.set({ ...UNKNOWN_BOX, version: '1' });
    const requests = await openPage('network');
    expect(await screen.findByText('http://bar.local:8080')).toBeTruthy();
    expect(requests.filter(({ path }) => path.startsWith('/api/box/'))).toEqual([]);
  });

  it('is the one of before where the system has no service for it', async () => {
    await openPage('network');
    expect(await screen.findByText('http://bar.local:8080')).toBeTruthy();
  });

  it('can be loaded again after a failure', async () => {
    const { answers } = box();
    await openPage('network', {
      ...answers,
      [`GET ${CALL}`]: (_call, count) =>
        count === 1 ? refusal(409, 'conflict', 'oh') : { body: BOX_NETWORK },
    });
    await screen.findByText('The network could not be loaded');
    press('Try again');
    expect(await screen.findByRole('region', { name: 'Own Wi-Fi' })).toBeTruthy();
  });

  it('offers the own Wi-Fi where it is off', async () => {
    await openPage('network', box({ ...BOX_NETWORK, mode: 'cable' }).answers);
    const own = within(await screen.findByRole('region', { name: 'Own Wi-Fi' }));
    expect(own.getByText('Off')).toBeTruthy();
    expect(own.getByRole('link', { name: 'Switch it on' }).getAttribute('href')).toBe(
      '/settings/network?change=wifi',
    );
    expect(screen.queryByRole('heading', { name: 'Connected' })).toBeNull();
  });
});

describe('a change', () => {
  async function rename(served = box()) {
    const requests = await openView('wifi', served.answers);
    type(await screen.findByLabelText('Name'), 'Sunset Bar 2');
    press('Save and try');
    await screen.findByRole('heading', { name: 'Keep these settings?' });
    return { requests, now: served.now };
  }

  it('is tried: the page counts down and says how to reach the box meanwhile', async () => {
    const { requests } = await rename();
    expect(written(requests)).toEqual([
      ['PUT', CALL, { mode: 'own', wifi: { ...BOX_NETWORK.wifi, ssid: 'Sunset Bar 2' } }],
    ]);
    expect(location.search).toBe('');
    expect(screen.getByRole('timer').getAttribute('aria-label')).toMatch(
      /^(3 minutes 0|2 minutes 59) seconds left$/,
    );
    expect(screen.getByText(/^The box changes its network/).textContent).toBe(
      'The box changes its network. Join the Wi-Fi Sunset Bar 2 on this phone, then open http://bar.lan:3000 or http://10.42.0.1:3000.',
    );
    expect(screen.getByText('palm-river-27')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Keep' })).toHaveProperty('disabled', true);
  });

  it('comes back by itself when it is not kept', async () => {
    const { now } = await rename();
    now.away = true;
    await look();
    now.away = false;
    now.network = BOX_NETWORK;
    await look();
    expect((await screen.findByText('The old settings are back.')).getAttribute('role')).toBe('status');
    expect(await screen.findByRole('region', { name: 'Own Wi-Fi' })).toBeTruthy();
  });

  it('is shown also when its answer was lost', async () => {
    const served = box();
    let asked = 0;
    served.answers[`PUT ${CALL}`] = () => {
      asked += 1;
      return asked === 1 ? 'lost' : refusal(409, 'conflict', 'A change of the network is being tried.');
    };
    await openView('wifi', served.answers);
    type(await screen.findByLabelText('Name'), 'Sunset Bar 2');
    served.now.network = { ...BOX_NETWORK, pendingUntil: inTime(170_000) };
    press('Save and try');
    expect(await screen.findByRole('heading', { name: 'Keep these settings?' })).toBeTruthy();
  });

  it('shows what is wrong at its field, also in a fold', async () => {
    const { answers } = box();
    await openView('wifi', {
      ...answers,
      [`PUT ${CALL}`]: refusal(400, 'invalid', 'Please check', {
        fields: { 'wifi.password': '8 to 63 letters', 'wifi.maxStations': 'Must be 1 to 50' },
      }),
    });
    type(await screen.findByLabelText('Password'), 'short');
    press('Save and try');
    expect(await screen.findByText('8 to 63 letters')).toBeTruthy();
    expect(screen.getByText('Must be 1 to 50').closest('details')).toHaveProperty('open', true);
    expect(screen.getByLabelText('Password')).toHaveProperty('value', 'short');
  });

  it('of country and channel stands in a fold', async () => {
    const requests = await openView('wifi', box().answers);
    choose(await screen.findByLabelText('Country'), 'GH');
    choose(screen.getByLabelText('Channel'), '6');
    expect(screen.queryByRole('radiogroup', { name: 'Band' })).toBeNull();
    press('Save and try');
    await screen.findByRole('heading', { name: 'Keep these settings?' });
    expect(written(requests)[0]?.[2]).toMatchObject({ wifi: { country: 'GH', channel: 6 } });
  });

  it('that switches the own Wi-Fi off leaves the cable, and warns where there is none', async () => {
    const requests = await openView(
      'wifi',
      box({ ...BOX_NETWORK, can: { ...BOX_NETWORK.can, cable: false } }).answers,
    );
    fireEvent.click(await screen.findByRole('switch', { name: 'Own Wi-Fi' }));
    expect(screen.getByText(/without its Wi-Fi no phone reaches it/)).toBeTruthy();
    press('Save and try');
    await screen.findByRole('heading', { name: 'Keep these settings?' });
    expect(written(requests)).toEqual([['PUT', CALL, { mode: 'cable' }]]);
    expect(screen.getByText(/^The box changes/).textContent).toContain(
      "Join this phone to the router's Wi-Fi",
    );
  });
});

describe('what another phone changes', () => {
  const pending = {
    ...BOX_NETWORK,
    wifi: { ...BOX_NETWORK.wifi, ssid: 'Moon' },
    pendingUntil: inTime(160_000),
  };

  it('can be kept here, also after a reload', async () => {
    const requests = await openPage('network', box(pending).answers);
    await screen.findByRole('heading', { name: 'Keep these settings?' });
    expect(screen.getByText(/^This phone reaches the box/).textContent).toBe(
      'This phone reaches the box, so the new settings work here. Without an answer the box goes back to the settings of before.',
    );
    expect(screen.getByText('5 phones')).toBeTruthy();
    press('Keep');
    expect(await screen.findByText('The new settings are kept.')).toBeTruthy();
    expect(written(requests)).toEqual([['POST', `${CALL}/keep`, undefined]]);
  });

  it('can be taken back here', async () => {
    const served = box(pending);
    served.answers[`POST ${CALL}/undo`] = () => ({ status: 202, body: served.now.network });
    const requests = await openPage('network', served.answers);
    await screen.findByRole('heading', { name: 'Keep these settings?' });
    press('Go back');
    expect(await screen.findByText('The old settings come back.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Keep' })).toHaveProperty('disabled', true);
    expect(written(requests)).toEqual([['POST', `${CALL}/undo`, undefined]]);
    served.now.network = BOX_NETWORK;
    await look();
    expect(await screen.findByText('The old settings are back.')).toBeTruthy();
  });

  it('is said to be kept when that phone keeps it, or to be back', async () => {
    const served = box(pending);
    await openPage('network', served.answers);
    await screen.findByRole('heading', { name: 'Keep these settings?' });
    served.now.network = { ...pending, pendingUntil: null };
    await look();
    expect(await screen.findByText('The new settings are kept.')).toBeTruthy();
    served.now.network = pending;
    await look();
    await screen.findByRole('heading', { name: 'Keep these settings?' });
    served.now.network = BOX_NETWORK;
    await look();
    expect(await screen.findByText('The old settings are back.')).toBeTruthy();
  });

  it('cannot be kept while the box is out of reach, nor when it is too late', async () => {
    const served = box(pending);
    served.answers[`POST ${CALL}/keep`] = refusal(
      409,
      'conflict',
      'No change of the network is being tried.',
    );
    await openPage('network', served.answers);
    await screen.findByRole('heading', { name: 'Keep these settings?' });
    served.now.away = true;
    await look();
    await screen.findByText(/^The box changes its network/);
    expect(screen.getByRole('button', { name: 'Keep' })).toHaveProperty('disabled', true);
    served.now.away = false;
    await look();
    await screen.findByText(/^This phone reaches the box/);
    served.now.network = BOX_NETWORK;
    press('Keep');
    expect(await screen.findByText('No change of the network is being tried.')).toBeTruthy();
    expect(await screen.findByText('The old settings are back.')).toBeTruthy();
  });
});

describe('other ways in', () => {
  it('join a Wi-Fi in reach with its password', async () => {
    const requests = await openView('join', box().answers);
    const row = (await screen.findByRole('button', { name: 'Hotel Guest' })).closest('li');
    expect(row?.textContent).toBe('Hotel Guestopen: everybody can listenNot safe');
    expect(screen.getByRole('img', { name: 'Signal 4 of 4' })).toBeTruthy();
    press('Sunset_Router');
    const dialog = within(await screen.findByRole('dialog', { name: 'Join Sunset_Router' }));
    type(dialog.getByLabelText('Password'), 'router-secret');
    fireEvent.click(dialog.getByRole('button', { name: 'Join and try' }));
    await screen.findByRole('heading', { name: 'Keep these settings?' });
    expect(written(requests)).toEqual([
      ['PUT', CALL, { mode: 'join', join: { ssid: 'Sunset_Router', password: 'router-secret' } }],
    ]);
    expect(screen.getByText(/^The box changes/).textContent).toContain('then open http://bar.local:3000');
  });

  it('look again for Wi-Fis, and take the name of one that is not seen', async () => {
    const { answers } = box();
    const requests = await openView('join', { ...answers, [`GET ${CALL}/wifis`]: { body: [] } });
    expect(await screen.findByText(/^No Wi-Fi in reach/)).toBeTruthy();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Look again' })).toBeTruthy());
    press('Look again');
    await waitFor(() => expect(requests.filter(({ path }) => path.endsWith('/wifis'))).toHaveLength(2));
    press('Another Wi-Fi');
    expect((await screen.findByRole('dialog')).textContent).toContain('Name of the Wi-Fi');
  });

  it('leave a joined Wi-Fi for the cable', async () => {
    const joined = { ...BOX_NETWORK, mode: 'join' as const, join: { ssid: 'Sunset_Router', password: 'x' } };
    const requests = await openView('join', box(joined).answers);
    fireEvent.click(await screen.findByRole('button', { name: 'Leave it' }));
    await screen.findByRole('heading', { name: 'Keep these settings?' });
    expect(written(requests)).toEqual([['PUT', CALL, { mode: 'cable' }]]);
  });

  it('give guests a Wi-Fi only with a second radio', async () => {
    await openView('guests', box().answers);
    expect(await screen.findByText(/needs a second radio/)).toBeTruthy();
    expect(screen.queryByRole('switch')).toBeNull();
  });

  it('give guests a Wi-Fi of their own', async () => {
    const able = { ...BOX_NETWORK, can: { ...BOX_NETWORK.can, guests: true } };
    const requests = await openView('guests', box(able).answers);
    fireEvent.click(await screen.findByRole('switch', { name: 'Guest Wi-Fi' }));
    type(screen.getByLabelText('Name'), 'Sunset Guest');
    press('Save and try');
    await screen.findByRole('heading', { name: 'Keep these settings?' });
    expect(written(requests)).toEqual([
      ['PUT', CALL, { guests: { on: true, ssid: 'Sunset Guest', password: '' } }],
    ]);
  });

  it('give the box a fixed address on its cable', async () => {
    const requests = await openView('cable', box({ ...BOX_NETWORK, mode: 'cable' }).answers);
    fireEvent.click(await screen.findByRole('radio', { name: 'Fixed' }));
    type(screen.getByLabelText('Address'), '192.168.1.9');
    press('Save and try');
    await screen.findByRole('heading', { name: 'Keep these settings?' });
    expect(written(requests)).toEqual([
      ['PUT', CALL, { fixed: { address: '192.168.1.9', prefix: 24, gateway: null } }],
    ]);
    expect(screen.getByText(/^The box changes/).textContent).toContain('http://192.168.1.9:3000');
  });
});
