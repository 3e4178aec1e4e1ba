/** Head office in the settings: states, connecting, files, and disconnecting. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../api/http/query';
import type { HeadLink } from '../../../api/types';
import { fakeServer, refusal } from '../../../test/fakeServer';
import { choose, type } from '../../../test/fields';
import { Toaster } from '../../../ui/feedback/Toaster';
import type { Settings } from '../settings';
import { NO_HEAD_OFFICE, SETTINGS } from '../test/box';
import { resetTestState } from '../test/open';
import HeadOffice from './HeadOffice';
import { head as words } from './strings';

const URL_OF_HEAD = 'https://head.example:8444';
const CONNECTED: HeadLink = {
  ...NO_HEAD_OFFICE,
  state: 'behind',
  url: URL_OF_HEAD,
  name: 'Sunset Group',
  pairedAt: '2026-11-21T10:00:00',
  pairedBy: 'ada',
  position: { line: '00112233445566ff', seq: 5980, hash: 'ab' },
  entriesBehind: 20,
};
const AGREED: Settings = { ...SETTINGS, head: { url: URL_OF_HEAD, rate: 'ask' } };

function show(more: Parameters<typeof fakeServer>[0], settings = SETTINGS) {
  const requests = fakeServer(more);
  render(
    <QueryClientProvider client={queryClient}>
      <HeadOffice settings={settings} />
      <Toaster />
    </QueryClientProvider>,
  );
  return requests;
}

async function open(link: HeadLink, more: Parameters<typeof fakeServer>[0] = {}) {
  const requests = show(
    { 'GET /api/head-link': { body: link }, ...more },
    link.state === 'off' ? SETTINGS : AGREED,
  );
  await screen.findByText(words.state[link.state] ?? '');
  return requests;
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const sent = (requests: ReturnType<typeof fakeServer>, method: string) =>
  requests.filter((call) => call.method === method);

beforeEach(resetTestState);
afterEach(() => vi.restoreAllMocks());

describe('a box without head office', () => {
  it('says what it is for, and offers nothing but to connect', async () => {
    await open(NO_HEAD_OFFICE);
    expect(screen.getByText(words.off)).toBeTruthy();
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([words.connect]);
    expect(screen.queryByText(words.sent)).toBeNull();
    expect(screen.queryByRole('form', { name: 'What head office may do' })).toBeNull();
  });

  it('is connected with an address and a code', async () => {
    const requests = await open(NO_HEAD_OFFICE, { 'POST /api/head-link/pair': { body: CONNECTED } });
    type(screen.getByLabelText(words.address), ` ${URL_OF_HEAD} `);
    type(screen.getByLabelText(words.code), 'abcd-efgh.ijkl');
    press(words.connect);
    expect(await screen.findByText('Connected to Sunset Group')).toBeTruthy();
    expect(sent(requests, 'POST').map(({ body }) => body)).toEqual([
      { url: URL_OF_HEAD, code: 'abcd-efgh.ijkl' },
    ]);
  });

  it('asks for both before it sends anything', async () => {
    const requests = await open(NO_HEAD_OFFICE);
    press(words.connect);
    expect(await screen.findByText(words.addressMissing)).toBeTruthy();
    expect(screen.getByText(words.codeMissing)).toBeTruthy();
    expect(sent(requests, 'POST')).toEqual([]);
  });

  it('shows a wrong code at its field, and another refusal above the form', async () => {
    const wrong = 'This code is wrong, used or older than 15 minutes';
    const away = 'Head office cannot be reached';
    await open(NO_HEAD_OFFICE, {
      'POST /api/head-link/pair': (_call, count) =>
        count === 1
          ? refusal(400, 'invalid', wrong, { fields: { code: wrong } })
          : refusal(502, 'head_unreachable', away),
    });
    type(screen.getByLabelText(words.address), URL_OF_HEAD);
    type(screen.getByLabelText(words.code), 'abcd');
    press(words.connect);
    expect(await screen.findByText(wrong)).toBeTruthy();
    expect(screen.queryByText(words.connectFailed)).toBeNull();
    press(words.connect);
    expect(await screen.findByText(words.connectFailed)).toBeTruthy();
    expect(screen.getByText(away)).toBeTruthy();
  });

  it('does not keep the code', async () => {
    await open(NO_HEAD_OFFICE);
    type(screen.getByLabelText(words.address), URL_OF_HEAD);
    type(screen.getByLabelText(words.code), 'very-secret');
    expect(JSON.stringify(localStorage)).not.toContain('very-secret');
  });
});

describe('a box with head office', () => {
  it('says where it is, who connected it, and how far it has sent', async () => {
    await open(CONNECTED);
    for (const text of [URL_OF_HEAD, '21 Nov 2026, 10:00 AM by ada', '5,980 of 6,000 entries'])
      expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByText(words.nextTry)).toBeNull();
    expect(screen.queryByLabelText(words.code)).toBeNull();
  });

  it('leaves out how far where that is not known', async () => {
    await open({ ...CONNECTED, position: null, entriesBehind: null });
    expect(screen.queryByText(words.sent)).toBeNull();
  });

  it.each([
    ['ok', 'Up to date'],
    ['refused', 'Refused'],
    ['damaged', 'Needs attention'],
  ] as const)('is %s', async (state, text) => {
    await open({ ...CONNECTED, state });
    expect(screen.getByText(text)).toBeTruthy();
  });

  it('says why it has no connection, when it tries again, and tries now', async () => {
    const requests = await open(
      {
        ...CONNECTED,
        state: 'away',
        error: 'Head office does not answer',
        nextTryAt: '2026-11-21T10:05:00',
      },
      { 'POST /api/head-link/try': { status: 202 } },
    );
    expect(screen.getByText('Head office does not answer')).toBeTruthy();
    expect(screen.getByText('21 Nov 2026, 10:05 AM')).toBeTruthy();
    press(words.tryNow);
    expect(await screen.findByText(words.trying)).toBeTruthy();
    expect(sent(requests, 'POST')).toHaveLength(1);
  });

  it('says that another box counts', async () => {
    await open({ ...CONNECTED, state: 'beside', error: 'Head office counts another box since 2026-11-21.' });
    expect(
      screen.getByText(
        'Head office counts another box of this bar since 21 Nov 2026. If that box took over, stop this one.',
      ),
    ).toBeTruthy();
  });

  it('takes a new code where the box has lost its key', async () => {
    await open({ ...CONNECTED, state: 'unpaired' });
    expect((screen.getByLabelText(words.code) as HTMLInputElement).value).toBe('');
    expect(screen.queryByRole('button', { name: words.tryNow })).toBeNull();
    expect(screen.getByRole('button', { name: words.end })).toBeTruthy();
  });

  it('is disconnected after a question', async () => {
    const requests = await open(CONNECTED, { 'DELETE /api/head-link': { status: 204 } });
    press(words.end);
    const dialog = within(await screen.findByRole('dialog', { name: 'Disconnect from Sunset Group?' }));
    expect(sent(requests, 'DELETE')).toEqual([]);
    fireEvent.click(dialog.getByRole('button', { name: words.end }));
    expect(await screen.findByText(words.ended)).toBeTruthy();
    expect(sent(requests, 'DELETE')).toHaveLength(1);
  });

  it('moves to another address, and lets a suggested rate count', async () => {
    const requests = await open(CONNECTED, { 'PUT /api/settings': { body: AGREED } });
    const form = within(screen.getByRole('form', { name: 'What head office may do' }));
    choose(form.getByLabelText('When head office suggests a rate'), 'apply');
    fireEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent(requests, 'PUT')).toHaveLength(1));
    expect(sent(requests, 'PUT')[0]?.body).toEqual({ head: { rate: 'apply' } });
    await screen.findByText('Settings saved');
    type(form.getByLabelText('Address'), 'https://new.example:8444');
    fireEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent(requests, 'PUT')).toHaveLength(2));
    expect(sent(requests, 'PUT')[1]?.body).toEqual({
      head: { url: 'https://new.example:8444', rate: 'ask' },
    });
  });
});

describe('files', () => {
  it('saves one for head office, under the name that the box gives it', async () => {
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    await open(CONNECTED, {
      'GET /api/head-link/file': {
        body: 'signed',
        headers: { 'Content-Disposition': 'attachment; filename="barback-00112233-5981-6000.parcels"' },
      },
    });
    press(words.saveFile);
    await waitFor(() => expect(names).toEqual(['barback-00112233-5981-6000.parcels']));
  });

  it('says when there is nothing to save', async () => {
    await open(CONNECTED, {
      'GET /api/head-link/file': refusal(409, 'conflict', 'Head office has everything'),
    });
    press(words.saveFile);
    expect(await screen.findByText('Head office has everything')).toBeTruthy();
  });

  it('loads one of head office, and says why it refuses one', async () => {
    const requests = await open(CONNECTED, {
      'POST /api/head-link/file': (_call, count) =>
        count === 1
          ? { body: { position: null, received: 2 } }
          : refusal(422, 'damaged', 'This file is of another bar'),
    });
    const field = screen.getByLabelText(words.loadFile, { selector: 'input' });
    Object.defineProperty(field, 'files', { value: [new File(['signed'], 'cape.parcels')] });
    const load = () => fireEvent(field, new Event('change', { bubbles: true }));
    load();
    expect(await screen.findByText('2 changes of head office')).toBeTruthy();
    expect(sent(requests, 'POST')[0]?.headers.get('Content-Type')).toBe('application/octet-stream');
    load();
    expect(await screen.findByText('This file is of another bar')).toBeTruthy();
  });
});

describe('looking it up', () => {
  it('shows a placeholder meanwhile', () => {
    show({ 'GET /api/head-link': () => new Promise<never>(() => {}) });
    expect(screen.getByText('Loading')).toBeTruthy();
  });

  it('says that it failed, and tries again', async () => {
    show({
      'GET /api/head-link': (_call, count) =>
        count === 1 ? refusal(500, 'internal', 'oh') : { body: NO_HEAD_OFFICE },
    });
    expect(await screen.findByText('Head office could not be looked up')).toBeTruthy();
    press('Try again');
    expect(await screen.findByText(words.off)).toBeTruthy();
  });
});
