/** The software of a machine that the box drives: found, sent, installed, planned, and how it ended. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { boxStore, UNKNOWN_BOX } from '../../../../api/box';
import { queryClient } from '../../../../api/http/query';
import { SOFTWARE_KEY } from '../../../../parts/machine/software';
import type { BoxSoftware } from '../../../../parts/machine/types';
import { type RecordedCall, refusal } from '../../../../test/fakeServer';
import { type } from '../../../../test/fields';
import { BOX_SOFTWARE, inTime, onAppliance } from '../../../../test/machine';
import SettingsScreen from '../../SettingsScreen';
import { openPage, resetTestState, show } from '../../test/open';

const CALL = '/api/box/software';
const NEXT = { version: '1.4.0', state: 'next' } as const;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const sent = (requests: RecordedCall[]) =>
  requests.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);
const look = () => queryClient.invalidateQueries({ queryKey: SOFTWARE_KEY });
const withCandidate = (more: Partial<NonNullable<BoxSoftware['candidate']>>): Partial<BoxSoftware> => ({
  candidate: BOX_SOFTWARE.candidate && { ...BOX_SOFTWARE.candidate, ...more },
});

async function open(more: Partial<BoxSoftware> = {}, answers: Parameters<typeof openPage>[1] = {}) {
  await Promise.all([import('./SoftwarePage'), import('../dialogs')]);
  const now = { software: { ...BOX_SOFTWARE, ...more }, away: false };
  const requests = await openPage('software', {
    [`GET ${CALL}`]: () => (now.away ? 'lost' : { body: now.software }),
    [`POST ${CALL}/install`]: () => {
      now.software = { ...now.software, installing: { percent: 0 } };
      return { status: 202, body: now.software };
    },
    [`POST ${CALL}/cancel`]: () => {
      now.software = BOX_SOFTWARE;
      return { body: now.software };
    },
    'GET /api/settings/public': { body: { ...UNKNOWN_BOX, version: '1.4.0', appliance: true } },
    ...answers,
  });
  await screen.findByRole('region', { name: /^Version 1/ });
  return { requests, now };
}

beforeEach(() => {
  resetTestState();
  onAppliance();
});

afterEach(() => boxStore.set(null));

describe('what runs and what is ready', () => {
  it('is shown with what is new, its size and where it is from', async () => {
    await open();
    expect(screen.getByText('Running')).toBeTruthy();
    const update = within(screen.getByRole('region', { name: '1.4.0 is ready' }));
    expect(update.getByText('96 MB, from the stick')).toBeTruthy();
    expect(update.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Several tables for one group',
      'Lists from Excel',
    ]);
    expect(screen.getByText('1.4.0 found on it')).toBeTruthy();
    expect(screen.getByText('1.2.0 is kept')).toBeTruthy();
  });

  it('names the day of the last update', async () => {
    const lastResult = {
      version: '1.3.0',
      worked: true,
      message: 'Version 1.3.0 runs.',
      reason: null,
      at: '2026-10-04T12:00:00Z',
    };
    await open({ candidate: null, lastResult });
    expect(screen.getByText('since 4 Oct 2026')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Install after closing' })).toBeNull();
    expect(screen.getByText('Put the file on it and plug it into the box')).toBeTruthy();
  });

  it('is refused in words', async () => {
    await open(withCandidate({ version: null, refused: 'This update is for another kind of box: pi5' }));
    const card = screen.getByRole('region', { name: 'This file cannot be installed' });
    expect(card.textContent).toContain('another kind of box: pi5. Nothing was changed.');
    expect(screen.getByText('not usable')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Install now' })).toBeNull();
  });

  it('is nothing when the stick has the version that runs', async () => {
    await open(withCandidate({ version: '1.3.0' }));
    expect(screen.getByText('1.3.0 on it, which runs already')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Install now' })).toBeNull();
  });

  const REASON = 'The store is of a newer version.';
  it('says that the version of before is back and why, and offers to try again', async () => {
    const message = 'Version 1.4.0 did not start. Version 1.3.0 runs. Nothing was lost.';
    await open({
      lastResult: { version: '1.4.0', worked: false, message, reason: REASON, at: inTime(0) },
      other: { version: '1.4.0', state: 'bad' },
    });
    expect(screen.getByRole('status').textContent).toBe(`${message}${REASON}`);
    expect(screen.getByText('Put back')).toBeTruthy();
    expect(screen.getByText('1.4.0 did not start')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again after closing' })).toBeTruthy();
  });

  it('warns of a memory card that fails', async () => {
    await open({ cardErrors: true });
    expect(screen.getByText(/^The memory card reports errors/)).toBeTruthy();
  });
});

describe('installing', () => {
  it('after closing writes it at once, with progress, and then waits', async () => {
    const { requests, now } = await open();
    press('Install after closing');
    const bar = await screen.findByRole('progressbar', { name: 'Installing 1.4.0' });
    expect(sent(requests)).toEqual([[`${CALL}/install`, { when: 'closed' }]]);
    now.software = { ...now.software, installing: { percent: 42 } };
    await look();
    await waitFor(() => expect(bar.getAttribute('value')).toBe('42'));
    expect(screen.getByText('42 %')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Update from' })).toBeNull();
    now.software = { ...BOX_SOFTWARE, other: NEXT, planned: { version: '1.4.0' } };
    await look();
    expect((await screen.findByText('1.4.0 starts after closing,')).closest('p')?.textContent).toContain(
      'If it does not start, 1.3.0 comes back by itself.',
    );
    expect(screen.getByRole('button', { name: 'Restart now' })).toBeTruthy();
    press('Not tonight');
    expect(await screen.findByRole('button', { name: 'Install after closing' })).toBeTruthy();
    expect(sent(requests)[1]).toEqual([`${CALL}/cancel`, undefined]);
  });

  it('now asks first, and finds the box again after its restart', async () => {
    const { requests, now } = await open();
    press('Install now');
    const dialog = within(await screen.findByRole('dialog', { name: 'Install 1.4.0 now?' }));
    fireEvent.click(await dialog.findByRole('button', { name: 'Install' }));
    await screen.findByRole('progressbar', { name: 'Installing 1.4.0' });
    expect(sent(requests)).toEqual([[`${CALL}/install`, { when: 'now' }]]);
    now.software = { ...BOX_SOFTWARE, other: NEXT };
    await look();
    await screen.findByRole('progressbar', { name: 'The box starts 1.4.0' });
    now.away = true;
    await look();
    now.away = false;
    now.software = { ...BOX_SOFTWARE, version: '1.4.0', other: NEXT };
    await look();
    expect(await screen.findByText('Version 1.4.0 runs')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Load its screens' })).toBeTruthy();
    expect(screen.getByText(/^The box watches it|watches it for a minute/)).toBeTruthy();
    await waitFor(() => expect(boxStore.get()?.version).toBe('1.4.0'));
  });

  it('says why the box refused', async () => {
    const { requests } = await open(
      {},
      { [`POST ${CALL}/install`]: refusal(409, 'conflict', 'No update was found') },
    );
    press('Install after closing');
    expect(await screen.findByText('No update was found')).toBeTruthy();
    expect(sent(requests)).toHaveLength(1);
  });

  it('an older version asks for the password', async () => {
    let tries = 0;
    const older = withCandidate({ version: '1.1.0', older: true });
    const { requests } = await open(older, {
      [`POST ${CALL}/install`]: () => {
        tries += 1;
        return tries === 1
          ? refusal(400, 'invalid', 'Please check', { fields: { password: 'Wrong password' } })
          : { status: 202, body: { ...BOX_SOFTWARE, ...older, installing: { percent: 0 } } };
      },
    });
    expect(screen.getByRole('heading', { name: '1.1.0 is older' })).toBeTruthy();
    press('Install after closing');
    const dialog = within(await screen.findByRole('dialog', { name: 'Go back to 1.1.0?' }));
    type(await dialog.findByLabelText('Your password'), 'secret');
    fireEvent.click(dialog.getByRole('button', { name: 'Install after closing' }));
    expect(await dialog.findByText('Wrong password')).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Install after closing' }));
    await screen.findByRole('progressbar', { name: 'Installing 1.1.0' });
    expect(sent(requests)[1]).toEqual([
      `${CALL}/install`,
      { when: 'closed', allowOlder: true, password: 'secret' },
    ]);
  });
});

describe('a file on this phone', () => {
  /** The last request that was begun, as the browser would drive it. */
  class FakeRequest {
    static last: FakeRequest;
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    status = 0;
    statusText = '';
    responseText = '';
    opened: string[] = [];
    headers: Record<string, string> = {};
    file: unknown;
    constructor() {
      FakeRequest.last = this;
    }
    open(method: string, path: string) {
      this.opened = [method, path];
    }
    setRequestHeader(name: string, value: string) {
      this.headers[name] = value;
    }
    send(file: unknown) {
      this.file = file;
    }
    abort() {
      this.onabort?.();
    }
    answer(status: number, body: unknown) {
      this.status = status;
      this.responseText = JSON.stringify(body);
      this.onload?.();
    }
  }

  function give(file: File) {
    const field = screen.getByLabelText('A file on this phone');
    Object.defineProperty(field, 'files', { value: [file], configurable: true });
    // The testing library's own `change` does not reach the handler.
    fireEvent(field, new Event('change', { bubbles: true }));
  }

  async function choose(size = 5) {
    vi.stubGlobal('XMLHttpRequest', FakeRequest);
    const opened = await open({ candidate: null });
    const file = new File(['bytes'], 'box.raucb');
    Object.defineProperty(file, 'size', { value: size });
    give(file);
    return { ...opened, file };
  }
  const refused = (status: number, message: string) =>
    act(() => FakeRequest.last.answer(status, { message, code: 'conflict', fields: null }));

  it('is sent with its progress, and then is what is ready', async () => {
    const { file } = await choose();
    const bar = await screen.findByRole('progressbar', { name: 'Sending box.raucb' });
    const request = FakeRequest.last;
    expect([request.opened, request.file]).toEqual([['POST', `${CALL}/file`], file]);
    expect(request.headers).toEqual({
      'Content-Type': 'application/octet-stream',
      Authorization: 'Bearer token-of-admin',
    });
    act(() => request.upload.onprogress?.({ loaded: 30, total: 100 }));
    await waitFor(() => expect(bar.getAttribute('value')).toBe('30'));
    act(() => request.upload.onprogress?.({ loaded: 100, total: 100 }));
    expect(await screen.findByText('The box checks it…')).toBeTruthy();
    act(() => request.answer(201, { ...BOX_SOFTWARE, ...withCandidate({ from: 'file' }) }));
    expect(await screen.findByText('96 MB, from a file')).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it.each([
    [409, 'The memory card has too little room for this update. Nothing was changed.'],
    [413, 'An update has at most 600 MB'],
    [400, 'This is no update for this box: it is not whole, or others have signed it. Nothing was changed.'],
  ])('is refused with %i in words', async (status, message) => {
    await choose();
    await screen.findByRole('progressbar');
    refused(status, message);
    expect((await screen.findByRole('alert')).textContent).toContain(message);
    expect(screen.getByLabelText('A file on this phone')).toBeTruthy();
  });

  it('is not sent when it is too large', async () => {
    await choose(600_000_001);
    expect((await screen.findByRole('alert')).textContent).toContain('An update has at most 600 MB.');
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('can be stopped, and may break', async () => {
    await choose();
    await screen.findByRole('progressbar');
    press('Stop');
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
    const file = new File(['bytes'], 'again.raucb');
    give(file);
    await screen.findByRole('progressbar');
    act(() => FakeRequest.last.onerror?.());
    expect((await screen.findByRole('alert')).textContent).toContain('The connection broke.');
  });
});

describe('on other machines', () => {
  it('there is no such page, and nothing is asked', async () => {
    boxStore.set({ ...UNKNOWN_BOX, version: '1' });
    history.replaceState(null, '', '/settings/software');
    const requests = show({}, <SettingsScreen />);
    await screen.findByRole('navigation', { name: 'Pages of the settings' });
    expect(location.pathname).toBe('/settings');
    expect(screen.queryByRole('link', { name: 'Software' })).toBeNull();
    expect(requests.filter(({ path }) => path.startsWith('/api/box/'))).toEqual([]);
  });

  it('whose system has no updates, the page says where they come from', async () => {
    await openPage('software');
    expect(await screen.findByText(/It is updated there\.$/)).toBeTruthy();
  });
});

it('stands in the list with its value', async () => {
  history.replaceState(null, '', '/settings');
  show({ [`GET ${CALL}`]: { body: BOX_SOFTWARE } }, <SettingsScreen />);
  const row = (await screen.findByRole('link', { name: 'Software' })).closest('li');
  await waitFor(() => expect(row?.textContent).toBe('Software1.4.0 is ready'));
});
