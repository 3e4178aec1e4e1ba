/** The page with the menu's QR codes: one code or a sheet of all, and printing them. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../api/http/query';
import { fakeServer } from '../../test/fakeServer';
import { choose } from '../../test/fields';
import { signInAs } from '../../test/people';
import { dismissToast, toastStore } from '../../ui/feedback/toast';
import QrScreen from './QrScreen';

const printed = vi.fn();
const codes = () => screen.getAllByRole('img').map((image) => image.getAttribute('src'));

beforeEach(() => {
  queryClient.clear();
  dismissToast();
  signInAs('manager');
  printed.mockReset();
  vi.stubGlobal('print', printed);
  HTMLImageElement.prototype.decode = () => Promise.resolve();
});

const NO_WIFI = { name: null, password: null };
const CODES = { menuUrl: 'http://192.168.8.1/m', localOnly: false, guestWifi: NO_WIFI };

async function open(path: string, printedBeside: object = {}) {
  history.replaceState(null, '', path);
  const requests = fakeServer({
    'GET /api/menu/codes': { body: { ...CODES, ...printedBeside } },
    'GET /api/menu/wifi?format=svg': { body: 'a picture' },
    'GET /api/tables': {
      body: [
        { id: 1, tableNumber: 1, name: null },
        { id: 2, tableNumber: 4, name: null },
        { id: 3, tableNumber: 7, name: 'VIP' },
      ],
    },
    'POST /api/menu/printed': { status: 204 },
  });
  render(
    <QueryClientProvider client={queryClient}>
      <QrScreen />
    </QueryClientProvider>,
  );
  await screen.findByRole('option', { name: 'Table 4' });
  return requests;
}

it.each([
  ['/qr', null],
  ['/qr?table=4', 4],
  ['/qr?all', null],
])('prints %s and reports it to the box', async (path, table) => {
  const requests = await open(path);
  fireEvent.click(screen.getByRole('button', { name: 'On this device' }));
  await waitFor(() => expect(printed).toHaveBeenCalledTimes(1));
  expect(requests.find(({ method }) => method === 'POST')).toMatchObject({
    path: '/api/menu/printed',
    body: { table },
  });
});

it('shows a sheet with a code for every table', async () => {
  await open('/qr');
  choose(screen.getByLabelText('Table'), 'all');
  await waitFor(() =>
    expect(codes()).toEqual([1, 4, 7].map((table) => `/api/menu/qr?format=svg&table=${table}`)),
  );
  expect(document.querySelector('.qr-sheet')?.textContent).toMatch(/Table 4.*VIP$/);
  expect(location.search).toBe('?all');
});

it('calls a table by its name, and its code by the number', async () => {
  await open('/qr');
  choose(screen.getByLabelText('Table'), '7');
  const code = await screen.findByRole('img', { name: 'QR code of the menu for VIP' });
  expect(code.getAttribute('src')).toBe('/api/menu/qr?format=svg&table=7');
  expect(screen.getByRole('option', { name: 'VIP' })).toBeTruthy();
  expect(location.search).toBe('?table=7');
});

it('does not print a code that could not be loaded', async () => {
  const requests = await open('/qr');
  HTMLImageElement.prototype.decode = () => Promise.reject(new Error('broken'));
  fireEvent.click(screen.getByRole('button', { name: 'On this device' }));
  await waitFor(() => expect(toastStore.get()?.title).toBe('The code could not be loaded'));
  expect(printed).not.toHaveBeenCalled();
  expect(requests.every(({ method }) => method === 'GET')).toBe(true);
});

it('carries the Wi-Fi of the guests, with its code and in words', async () => {
  await open('/qr', { guestWifi: { name: 'Sunset Guests', password: 'cold beer' } });
  const code = await screen.findByRole('img', { name: 'QR code of the Wi-Fi Sunset Guests' });
  expect(code.getAttribute('src')).toContain('data:image/svg+xml,');
  expect(screen.getByText('Sunset Guests')).toBeTruthy();
  expect(screen.getByText('cold beer')).toBeTruthy();
});

it('shows no password for an open network, and nothing without a Wi-Fi', async () => {
  await open('/qr', { guestWifi: { name: 'Sunset', password: null } });
  await screen.findByText('Sunset');
  expect(screen.queryByText('Password')).toBeNull();
});

it('warns when the codes lead to this machine alone', async () => {
  await open('/qr', { menuUrl: 'http://127.0.0.1:8080/m', localOnly: true });
  expect(await screen.findByText(/^The codes lead to http:\/\/127\.0\.0\.1:8080\/m/)).toBeTruthy();
  expect(screen.queryByText('First join our Wi-Fi')).toBeNull();
});
