/** The truth sheet: figures, versions, issuing, sending and checking. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, expect, it, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { boxStore, UNKNOWN_BOX } from '../../../api/box';
import { queryClient } from '../../../api/http/query';
import { fakeServer, refusal } from '../../../test/fakeServer';
import { type } from '../../../test/fields';
import { signInAs } from '../../../test/people';
import { Toaster } from '../../../ui/feedback/Toaster';
import { dismissToast } from '../../../ui/feedback/toast';
import TruthScreen from './TruthScreen';
import { EMPTY_NIGHT, ISSUED, NIGHT } from './test/sheets';

const LIST = '/api/sheets?from=2026-11-20&to=2026-11-20';
const ROW = {
  number: 'T-20261120-1',
  day: '2026-11-20',
  version: 1,
  issuedAt: ISSUED.issuedAt,
  issuedBy: 'musa',
};
const ANALYTICS = { body: { heatMap: [{ date: '2026-11-21' }] } };
const BOX = {
  'GET /api/sales/analytics': ANALYTICS,
  'GET /api/printers': { body: [] },
  [`GET ${LIST}`]: { body: [] },
  'GET /api/sheets/2026-11-20': { body: NIGHT },
};
const ISSUED_BOX = {
  ...BOX,
  [`GET ${LIST}`]: { body: [ROW] },
  'GET /api/sheets/T-20261120-1': { body: ISSUED },
};

beforeEach(() => {
  queryClient.clear();
  dismissToast();
  boxStore.set({ ...UNKNOWN_BOX });
  signInAs('manager');
});

function open(answers: Parameters<typeof fakeServer>[0], path = '/truth/2026-11-20') {
  const requests = fakeServer(answers);
  const { hook, history } = memoryLocation({ path, record: true });
  render(
    <QueryClientProvider client={queryClient}>
      <Router hook={hook}>
        <TruthScreen />
      </Router>
      <Toaster />
    </QueryClientProvider>,
  );
  return { requests, history };
}

it('shows a night as it stands, with what happened and without what did not', async () => {
  open(BOX);
  await screen.findByRole('heading', { name: 'Fri 20 Nov 2026' });
  await screen.findByText('Provisional');
  // While the cost of goods is not known, the part says what was sold and not what is left.
  const [left] = await screen.findAllByRole('heading', { name: 'Sold' });
  const part = within(left?.closest('section') as HTMLElement);
  expect(part.getAllByText('$612.40').length).toBe(2);
  part.getByText('–');
  part.getByText('−$70.45');
  part.getByText('The cost of $612.40 of sales is not known.');
  screen.getByText('No drawer was counted');
  screen.getByText('musa 2, fatu 1');
  screen.getByText('4 granted, 1 refused');
  screen.getByText('7 h 40 min, 1 not stamped');
  screen.getByText('$184.50 + L$22,300');
  for (const absent of ['Left tonight', 'Voids', 'Wasted', 'Wrong PINs', 'Send by WhatsApp', 'Clock jumps']) {
    expect(screen.queryByText(absent)).toBeNull();
  }
});

it('says when nothing was sold, and goes to the nights beside it but not to tomorrow', async () => {
  const { history } = open(
    {
      ...BOX,
      'GET /api/sheets?from=2026-11-21&to=2026-11-21': { body: [] },
      'GET /api/sheets/2026-11-21': { body: { ...EMPTY_NIGHT, day: '2026-11-21' } },
    },
    '/truth',
  );
  await screen.findByText('Nothing was sold that night');
  expect(screen.getByRole('button', { name: 'The night after' })).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('button', { name: 'The night before' }));
  await screen.findByRole('heading', { name: 'Fri 20 Nov 2026' });
  expect(history.at(-1)).toBe('/truth/2026-11-20');
});

it('issues the sheet once, and shows it', async () => {
  const { requests, history } = open({
    ...ISSUED_BOX,
    [`GET ${LIST}`]: { body: [] },
    'POST /api/sheets': { status: 201, body: ISSUED },
  });
  const issue = await screen.findByRole('button', { name: 'Issue sheet' });
  fireEvent.click(issue);
  fireEvent.click(issue);
  await screen.findByText('T-20261120-1 is issued');
  expect(history.at(-1)).toBe('/truth/T-20261120-1');
  const sent = requests.filter(({ method }) => method === 'POST');
  expect(sent.map(({ body }) => body)).toEqual([{ day: '2026-11-20' }]);
  expect(sent[0]?.headers.get('Idempotency-Key')).toBeTruthy();
});

it('shows the newest issued sheet first, and its message is a link that a person taps', async () => {
  const { requests } = open(ISSUED_BOX);
  const link = await screen.findByRole('link', { name: 'Send by WhatsApp' });
  expect(link.getAttribute('href')).toBe(ISSUED.shareUrl);
  screen.getByText(/^T-20261120-1 · issued \d+:\d\d [AP]M by musa$/);
  screen.getByText('7Q4M-K2XD-91FB');
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
  const versions = screen.getByRole('navigation', { name: 'Sheets of this night' });
  expect(within(versions).getByRole('link', { name: 'T-20261120-1' }).getAttribute('aria-current')).toBe(
    'page',
  );
  fireEvent.click(within(versions).getByRole('link', { name: 'Provisional' }));
  await waitFor(() => expect(screen.queryByText('7Q4M-K2XD-91FB')).toBeNull());
  expect(requests.every(({ path }) => path.startsWith('/'))).toBe(true);
});

it('copies the message, and shows it selected where nothing can be copied', async () => {
  const writeText = vi.fn().mockResolvedValue(undefined);
  open(ISSUED_BOX);
  const copy = await screen.findByRole('button', { name: 'Copy text' });
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  fireEvent.click(copy);
  await screen.findByText('Text copied');
  expect(writeText).toHaveBeenCalledWith(ISSUED.text);
  vi.stubGlobal('navigator', {});
  fireEvent.click(copy);
  expect(await screen.findByLabelText('Message')).toHaveProperty('value', ISSUED.text);
});

it('checks a message and says what was changed', async () => {
  const answers = [
    {
      valid: true,
      number: 'T-20261120-1',
      issuedAt: ISSUED.issuedAt,
      issuedBy: 'musa',
      latest: true,
      differences: [],
    },
    {
      valid: false,
      number: 'T-20261120-1',
      issuedAt: ISSUED.issuedAt,
      issuedBy: 'musa',
      latest: false,
      differences: [{ sent: 'Cash $ 318.00, short 0.00', real: 'Cash $ 318.00, short 4.00' }],
    },
    { valid: false, number: null, issuedAt: null, issuedBy: null, latest: false, differences: [] },
  ];
  const { requests } = open({
    ...BOX,
    'POST /api/sheets/verify': (_, count) => ({ body: answers[count - 1] }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Check a sheet' }));
  const dialog = await screen.findByRole('dialog', { name: 'Check a sheet' });
  const check = () => fireEvent.click(within(dialog).getByRole('button', { name: 'Check' }));
  check();
  await within(dialog).findByText('Please paste the message');
  type(within(dialog).getByLabelText('Paste the message'), 'Sunset Bar');
  check();
  await within(dialog).findByText('Genuine: T-20261120-1');
  // Each sentence is a paragraph of its own, and names the sheet once.
  const said = () =>
    [...dialog.querySelectorAll('.alert p')].map(({ textContent }) =>
      textContent.replace(/\d+:\d+ [AP]M/, '…'),
    );
  expect(said()).toEqual(['Genuine: T-20261120-1', 'Issued … by musa']);
  check();
  await within(dialog).findByText('Changed: the box says "Cash $ 318.00, short 4.00"');
  expect(said()).toEqual([
    'Changed',
    'T-20261120-1, issued … by musa',
    'There is a newer sheet of this night.',
  ]);
  check();
  await within(dialog).findByText('Not from this box');
  const sent = requests.filter(({ method }) => method === 'POST');
  expect(sent.map(({ body }) => body)).toEqual(Array(3).fill({ text: 'Sunset Bar' }));
});

it('says that the sheet could not be loaded, with another try', async () => {
  open({
    ...BOX,
    'GET /api/sheets/2026-11-20': (_, count) =>
      count <= 3 ? refusal(503, 'unavailable', 'No') : { body: NIGHT },
  });
  await screen.findByText('The sheet could not be loaded', undefined, { timeout: 8_000 });
  screen.getByRole('button', { name: 'Try again' });
});

it('tells managers of a bar where only admins read sheets', async () => {
  boxStore.set({ ...UNKNOWN_BOX, sheet: { managers: false } });
  const { requests } = open(BOX);
  await screen.findByText('In this bar only admins read truth sheets.');
  expect(requests.some(({ path }) => path.startsWith('/api/sheets'))).toBe(false);
});
