/** Restarting the box, switching it off, the file for a helper, and the factory reset. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { boxStore, UNKNOWN_BOX } from '../../../../api/box';
import { type RecordedCall, refusal } from '../../../../test/fakeServer';
import { type } from '../../../../test/fields';
import { BOX_SOFTWARE, onAppliance } from '../../../../test/machine';
import { openPage, resetTestState } from '../../test/open';

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
/** Opens the dialog of a row. */
async function ask(name: string) {
  press(name);
  await screen.findByRole('dialog');
}
const dialog = () => within(screen.getByRole('dialog'));
const sent = (requests: RecordedCall[]) =>
  requests.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);

beforeEach(() => {
  resetTestState();
  onAppliance();
});
afterEach(() => {
  vi.useRealTimers();
  boxStore.set(null);
});

/** Lets so many milliseconds go by. */
const pass = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });

async function open(answers: Parameters<typeof openPage>[1] = {}) {
  await Promise.all([import('../software/SoftwarePage'), import('../dialogs')]);
  const requests = await openPage('software', {
    'GET /api/box/software': { body: BOX_SOFTWARE },
    ...answers,
  });
  await screen.findByRole('region', { name: 'Help' });
  return requests;
}

it('is there also where the system has no updates', async () => {
  await open({ 'GET /api/box/software': refusal(404, 'not_found', 'Not found') });
  expect(screen.getByRole('button', { name: 'Restart' })).toBeTruthy();
});

it('says its title once on its own page', async () => {
  await Promise.all([import('../Help'), import('../dialogs')]);
  await openPage('help');
  await screen.findByRole('button', { name: 'Restart' });
  expect(screen.getAllByRole('heading', { name: 'Help' })).toHaveLength(1);
});

it('asks before a restart, again when something is open, and finds the box again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const box = { away: false };
  const requests = await open({
    'POST /api/box/restart': ({ body }) =>
      (body as { anyway?: boolean }).anyway
        ? { status: 204 }
        : refusal(409, 'conflict', '2 orders are open. Close what is open first, or do it anyway.'),
    'GET /healthz': () => (box.away ? 'lost' : { body: 'ok' }),
    'GET /api/settings/public': { body: { ...UNKNOWN_BOX, version: '1.3.0', appliance: true } },
  });
  await ask('Restart');
  fireEvent.click(await dialog().findByRole('button', { name: 'Restart' }));
  expect(await dialog().findByText(/^2 orders are open/)).toBeTruthy();
  fireEvent.click(dialog().getByRole('button', { name: 'Restart anyway' }));
  await screen.findByRole('dialog', { name: 'The box restarts' });
  expect(sent(requests)).toEqual([
    ['/api/box/restart', {}],
    ['/api/box/restart', { anyway: true }],
  ]);
  // It answers until it goes down.
  await pass(2_100);
  expect(screen.getByRole('dialog')).toBeTruthy();
  box.away = true;
  await pass(130_000);
  expect(screen.getByText(/^This takes longer than usual/)).toBeTruthy();
  box.away = false;
  await pass(2_100);
  expect(await screen.findByText('The box is back')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('says when the plug may be pulled', async () => {
  const requests = await open({ 'POST /api/box/off': { status: 204 } });
  await ask('Switch off');
  fireEvent.click(await dialog().findByRole('button', { name: 'Switch off' }));
  expect(await screen.findByText(/then you may pull the plug/)).toBeTruthy();
  expect(sent(requests)).toEqual([['/api/box/off', {}]]);
});

it('shows why the box did not do it', async () => {
  await open({ 'POST /api/box/restart': refusal(403, 'forbidden', 'Admins only') });
  await ask('Restart');
  fireEvent.click(await dialog().findByRole('button', { name: 'Restart' }));
  expect(await dialog().findByText('Admins only')).toBeTruthy();
  expect(dialog().getByRole('button', { name: 'Restart' })).toBeTruthy();
});

it('saves a file for who helps', async () => {
  const requests = await open({ 'GET /api/box/diagnosis': { body: { version: '1.3.0' } } });
  press('Diagnosis');
  await waitFor(() => expect(requests.some(({ path }) => path === '/api/box/diagnosis')).toBe(true));
});

it('forgets the bar only with the password of the slip', async () => {
  const requests = await open({
    'POST /api/box/reset': ({ body }) =>
      (body as { password: string }).password === 'k7wq-m4tz'
        ? { status: 204 }
        : refusal(400, 'invalid', 'Please check', { fields: { password: 'Wrong password' } }),
  });
  await ask('Factory reset');
  type(await dialog().findByLabelText('Password of the slip'), 'mine');
  fireEvent.click(dialog().getByRole('button', { name: 'Forget this bar' }));
  expect(await dialog().findByText('Wrong password')).toBeTruthy();
  type(dialog().getByLabelText('Password of the slip'), 'k7wq-m4tz');
  fireEvent.click(dialog().getByRole('button', { name: 'Forget this bar' }));
  expect(await screen.findByRole('dialog', { name: 'The box restarts' })).toBeTruthy();
  expect(sent(requests)).toHaveLength(2);
});
