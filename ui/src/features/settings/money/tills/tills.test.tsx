/** Switching tills on, their rules, and the list of tills in the settings. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '../../../../api/http/query';
import type { Settings, Till } from '../../../../api/types';
import { type RecordedCall, refusal } from '../../../../test/fakeServer';
import { choose, type } from '../../../../test/fields';
import SettingsList from '../../list/SettingsList';
import { SETTINGS } from '../../test/box';
import { openPage, resetTestState, show } from '../../test/open';
import { bodyOf, describe as described, formOf, hasPerson, NEW_TILL } from './tills';

const DRAWER: Till = {
  id: 1,
  name: 'Drawer',
  kind: 'drawer',
  shared: true,
  userId: null,
  printerId: 1,
  usualFloatUSD: '20.00',
  usualFloatLRD: '2000.00',
  openShiftId: 4,
  cashUSD: '20.00',
  cashLRD: '2000.00',
};
const SAFE: Till = {
  ...DRAWER,
  id: 2,
  name: 'Safe',
  kind: 'safe',
  shared: false,
  printerId: null,
  openShiftId: null,
};
const ON: Settings = { ...SETTINGS, cash: { ...SETTINGS.cash, mode: 'drawers' } };
const withTills = {
  'GET /api/settings': { body: ON },
  'GET /api/tills': { body: [DRAWER, SAFE] },
  'GET /api/users/names': { body: [{ id: 5, name: 'Fatu', role: 'bartender' }] },
};

const cash = () => within(screen.getByRole('region', { name: 'Cash' }));
const written = (requests: RecordedCall[]) =>
  requests.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);

beforeEach(resetTestState);

describe('Cash', () => {
  it('switches tills on, and only then asks how they are counted', async () => {
    let stored = SETTINGS;
    const requests = await openPage('cash', {
      'GET /api/settings': () => ({ body: stored }),
      'PUT /api/settings': (call) => {
        const change = (call.body as Settings).cash;
        stored = { ...stored, cash: { ...stored.cash, ...change } };
        return { body: stored };
      },
    });
    expect(cash().queryByLabelText('Cash needs an open shift')).toBeNull();
    expect(cash().queryByRole('radiogroup', { name: 'Count by' })).toBeNull();
    const options = within(cash().getByLabelText('Tills')).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Off',
      'One drawer',
      'Several drawers',
      'Drawers and purses',
    ]);
    choose(cash().getByLabelText('Tills'), 'drawers');
    fireEvent.click(await cash().findByLabelText('Cash needs an open shift'));
    expect(cash().getByText('Each drawer has shifts and a count of its own.')).toBeTruthy();
    expect(cash().queryByText('Cash is taken without counting what is in a drawer.')).toBeNull();
    await screen.findByText('Cash needs an open shift from now on');
    fireEvent.click(cash().getByLabelText('Blind count for bartenders'));
    await screen.findByText('Bartenders see what should be there');
    fireEvent.click(cash().getByRole('radio', { name: 'Totals' }));
    await screen.findByText('Totals are counted');
    expect(written(requests).map(([, , body]) => body)).toEqual([
      { cash: { mode: 'drawers' } },
      { cash: { requireShift: true } },
      { cash: { blindCount: false } },
      { cash: { countBy: 'totals' } },
    ]);
  });

  it('says what bartenders see from now on, where the box changed it with the tills or the blind count', async () => {
    let stored = SETTINGS;
    await openPage('cash', {
      'GET /api/settings': () => ({ body: stored }),
      // As the box: who begins to count blind sees their own sales, unless the bar says something else.
      'PUT /api/settings': (call) => {
        const cash = { ...stored.cash, ...(call.body as Settings).cash };
        const blind = (now: Settings['cash']) => now.mode !== 'off' && now.blindCount;
        const begins = blind(cash) && !blind(stored.cash) && stored.people.bartendersSee === 'all';
        const people = begins ? { ...stored.people, bartendersSee: 'own' as const } : stored.people;
        stored = { ...stored, cash, people };
        return { body: stored };
      },
    });
    const says = (text: string) =>
      waitFor(() => expect(document.querySelector('.toast p')?.textContent).toBe(text));
    const switchBlind = async (checked: boolean) => {
      const blind = await cash().findByLabelText('Blind count for bartenders');
      await waitFor(() => expect(blind).toMatchObject({ disabled: false, checked: !checked }));
      fireEvent.click(blind);
    };
    const own = 'Bartenders see their own sales alone from now on';
    choose(cash().getByLabelText('Tills'), 'drawer');
    await says(`The bar has one drawer ${own}`);
    await switchBlind(false);
    await says('Bartenders see what should be there');
    await switchBlind(true);
    await says('Bartenders count blind from now on');
    // An admin lets them see everything again.
    await switchBlind(false);
    await says('Bartenders see what should be there');
    stored = { ...stored, people: { ...stored.people, bartendersSee: 'all' } };
    await act(() => queryClient.invalidateQueries());
    await switchBlind(true);
    await says(`Bartenders count blind from now on ${own}`);
  });

  it('says why a mode is refused, and shows the stored one', async () => {
    const message = 'The shift of Drawer is open. Close it first.';
    await openPage('cash', { ...withTills, 'PUT /api/settings': refusal(409, 'shift_open', message) });
    choose(cash().getByLabelText('Tills'), 'off');
    expect(await screen.findByText(message)).toBeTruthy();
    await waitFor(() => expect(cash().getByLabelText('Tills')).toHaveProperty('value', 'drawers'));
  });

  it('sends tolerances, limits and the hours of a long shift', async () => {
    const requests = await openPage('cash', withTills);
    type(cash().getByLabelText('Count once more from $ off'), '1.50');
    type(cash().getByLabelText('Exchange tolerance (percent)'), '3');
    type(cash().getByLabelText('Largest movement, $'), '500');
    type(cash().getByLabelText('A shift is long after (hours)'), '14');
    fireEvent.click(cash().getByRole('button', { name: 'Save' }));
    await screen.findByText('Settings saved');
    const limits = { toleranceLRD: '500.00', payOutLimitUSD: '20.00', payOutLimitLRD: '4000.00' };
    const most = { movementMaxUSD: '500', movementMaxLRD: '200000.00' };
    const figures = { exchangeTolerance: 3, longShiftHours: 14 };
    expect(written(requests).map(([, , body]) => body)).toEqual([
      { lrdCashStep: '5.00', cash: { toleranceUSD: '1.50', ...limits, ...most, ...figures } },
    ]);
  });
});

describe('Tills', () => {
  it('are in the list of the settings only where they are on', async () => {
    show({}, <SettingsList current={undefined} />);
    await screen.findByRole('link', { name: 'Cash' });
    expect(screen.queryByRole('link', { name: 'Tills' })).toBeNull();
  });

  it('are in the list once they are on', async () => {
    show(withTills, <SettingsList current={undefined} />);
    expect(await screen.findByRole('link', { name: 'Tills' })).toBeTruthy();
  });

  it('say where they are switched on', async () => {
    await openPage('tills');
    expect(screen.getByText('Tills are switched off')).toBeTruthy();
  });

  it('are listed, added and changed', async () => {
    const purse = { ...DRAWER, id: 3, name: 'Fatu', kind: 'purse', shared: false, userId: 5 };
    const requests = await openPage('tills', {
      ...withTills,
      'POST /api/tills': { status: 201, body: purse },
      'PUT /api/tills/1': refusal(409, 'taken', 'There is a till with this name', {
        fields: { name: 'There is a till with this name' },
      }),
    });
    expect(
      await screen.findByText('Drawer · For everybody · Bar · Float $20.00 + L$2,000 · Shift open'),
    ).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Add Till' }));
    let dialog = within(await screen.findByRole('dialog', { name: 'Add Till' }));
    fireEvent.click(await dialog.findByRole('button', { name: 'Add Till' }));
    expect(await dialog.findByText('Name is required')).toBeTruthy();
    type(dialog.getByLabelText('Name'), 'Fatu');
    fireEvent.click(dialog.getByRole('radio', { name: 'Purse' }));
    choose(await dialog.findByLabelText('Person'), '5');
    expect(dialog.queryByLabelText('Everybody uses it')).toBeNull();
    fireEvent.click(dialog.getByRole('button', { name: 'Add Till' }));
    await screen.findByText('Till saved');
    const body = {
      name: 'Fatu',
      kind: 'purse',
      shared: false,
      userId: 5,
      printerId: null,
      usualFloatUSD: '0.00',
      usualFloatLRD: '0.00',
    };
    expect(written(requests)).toEqual([['POST', '/api/tills', body]]);
    fireEvent.click(screen.getByRole('button', { name: 'Edit Drawer' }));
    dialog = within(await screen.findByRole('dialog', { name: 'Edit Till' }));
    type(await dialog.findByLabelText('Name'), 'Safe');
    fireEvent.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await dialog.findByText('There is a till with this name')).toBeTruthy();
  });

  it('are removed, or the box says why not', async () => {
    await openPage('tills', {
      ...withTills,
      'DELETE /api/tills/2': refusal(409, 'conflict', 'The last safe stays'),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Remove Safe' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Safe?' }));
    fireEvent.click(await dialog.findByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('The last safe stays')).toBeTruthy();
  });

  it('have a person only where one is responsible', () => {
    expect(hasPerson(NEW_TILL)).toBe(false);
    expect(hasPerson({ ...NEW_TILL, shared: false })).toBe(true);
    expect(bodyOf({ ...NEW_TILL, userId: '5', kind: 'safe' })).toMatchObject({ shared: false, userId: null });
    expect(bodyOf(formOf(DRAWER))).toMatchObject({ shared: true, printerId: 1, usualFloatLRD: '2000.00' });
    expect(described(SAFE, [], [])).toBe('Safe · Float $20.00 + L$2,000');
  });
});
