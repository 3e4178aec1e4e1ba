/** The second box in the settings: pairing, status, and disconnecting. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '../../../api/http/query';
import type { Standby } from '../../../api/types';
import { fakeServer, refusal } from '../../../test/fakeServer';
import { signInAs } from '../../../test/people';
import { Toaster } from '../../../ui/feedback/Toaster';
import { dismissToast } from '../../../ui/feedback/toast';
import { NO_SECOND_BOX } from '../test/box';
import SecondBox from './SecondBox';
import { second as words } from './secondStrings';

const COMMAND = 'barback follow http://192.168.8.1:8080 --code 0000-abcd';
const PAIRED: Standby = {
  state: 'ok',
  pairedAt: '2026-11-21T10:00:00Z',
  pairedBy: 'admin',
  address: '192.168.8.12',
  lastSeenAt: '2026-11-21T11:00:00Z',
  entriesBehind: 0,
};

async function open(standby: Standby, more: Parameters<typeof fakeServer>[0] = {}) {
  const requests = fakeServer({ 'GET /api/standby': { body: standby }, ...more });
  render(
    <QueryClientProvider client={queryClient}>
      <SecondBox />
      <Toaster />
    </QueryClientProvider>,
  );
  await screen.findByText(words.state[standby.state] ?? '');
  return requests;
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  queryClient.clear();
  dismissToast();
  signInAs('admin');
});

describe('the second box', () => {
  it('is explained when there is none, and gets a pairing code on request', async () => {
    await open(NO_SECOND_BOX, {
      'POST /api/standby': {
        status: 201,
        body: { code: '0000-abcd', url: 'http://192.168.8.1:8080', command: COMMAND },
      },
    });
    expect(screen.getByText(words.noneHint)).toBeTruthy();
    expect(screen.queryByRole('button', { name: words.end })).toBeNull();
    press(words.make);
    expect(await screen.findByText(COMMAND)).toBeTruthy();
  });

  it('is shown with its address, and is disconnected after a confirmation', async () => {
    const requests = await open(PAIRED, { 'DELETE /api/standby': { status: 204 } });
    expect(screen.getByText('192.168.8.12')).toBeTruthy();
    press(words.end);
    expect(requests.some((call) => call.method === 'DELETE')).toBe(false);
    fireEvent.click(screen.getAllByRole('button', { name: words.end }).at(-1) as HTMLElement);
    await waitFor(() => expect(requests.some((call) => call.method === 'DELETE')).toBe(true));
    expect(await screen.findByText(words.ended)).toBeTruthy();
  });

  it('is reported when it is unreachable, and a refusal is shown', async () => {
    await open(
      { ...PAIRED, state: 'away' },
      { 'POST /api/standby': refusal(409, 'conflict', 'A demo bar has no second box') },
    );
    expect(screen.getByText(words.away)).toBeTruthy();
    press(words.makeAnother);
    expect(await screen.findByText('A demo bar has no second box')).toBeTruthy();
  });
});
