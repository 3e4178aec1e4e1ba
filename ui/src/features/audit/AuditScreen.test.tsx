/** The audit log: its pages and its filters. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/preact';
import { beforeEach, expect, it, vi } from 'vitest';
import { nextOf } from '../../api/http/pages';
import { queryClient } from '../../api/http/query';
import { choose, type } from '../../test/fields';
import { signInAs } from '../../test/people';
import AuditScreen from './AuditScreen';
import { firstPage, NO_FILTER } from './pages';

const line = (seq: number, summary: string) => ({
  seq,
  at: '2026-11-21T10:00:00',
  userName: 'musu',
  kind: 'sales.voided',
  summary,
});

/** A box that answers with pages of the audit log. */
function journal(pages: Record<string, { lines: object[]; next?: string } | number>) {
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path);
    if (path === '/api/users') return Response.json([{ id: 1, username: 'musu' }]);
    const page = pages[path] ?? 404;
    if (typeof page === 'number') return new Response('{}', { status: page });
    const headers: HeadersInit = page.next ? { Link: `<${page.next}>; rel="next"` } : {};
    return Response.json(page.lines, { headers });
  });
  render(
    <QueryClientProvider client={queryClient}>
      <AuditScreen />
    </QueryClientProvider>,
  );
  return requests;
}

beforeEach(() => {
  queryClient.clear();
  signInAs('admin');
});

it('shows older pages, also behind an empty one', async () => {
  journal({
    '/api/admin/audit': { lines: [line(30, 'Voided 2 × Club Beer')], next: '/api/admin/audit?before=20' },
    '/api/admin/audit?before=20': { lines: [], next: '/api/admin/audit?before=10' },
    '/api/admin/audit?before=10': { lines: [line(1, 'The bar opened')] },
  });
  expect(await screen.findByText('Voided 2 × Club Beer')).toBeTruthy();
  expect(screen.getByText('21 Nov 2026, 10:00 AM · musu · Sales')).toBeTruthy();
  // Pressed whenever it is there, as by a user who looks for the beginning.
  await vi.waitFor(() => {
    const older = screen.queryByRole('button', { name: 'Show older' });
    if (older) fireEvent.click(older);
    expect(screen.getByText('The bar opened')).toBeTruthy();
  });
  expect(screen.getByText('End of the log')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
});

it('loads older pages automatically while too few lines were found', async () => {
  const requests = journal({
    '/api/admin/audit': { lines: [], next: '/api/admin/audit?before=20' },
    '/api/admin/audit?before=20': { lines: [], next: '/api/admin/audit?before=10' },
    '/api/admin/audit?before=10': { lines: [line(1, 'The bar opened')] },
  });
  expect(await screen.findByText('The bar opened')).toBeTruthy();
  expect(requests.filter((path) => path.includes('before'))).toHaveLength(2);
  expect(screen.queryByText('Nothing has been recorded')).toBeNull();
});

it('filters by user and by kind', async () => {
  const requests = journal({
    '/api/admin/audit': { lines: [line(30, 'Voided 2 × Club Beer')] },
    '/api/admin/audit?user=musu': { lines: [] },
    '/api/admin/audit?user=musu&kind=stock': { lines: [line(5, 'Counted Club Beer')] },
  });
  await screen.findByText('Voided 2 × Club Beer');
  choose(screen.getByLabelText('User'), 'musu');
  expect(await screen.findByText('Nothing has been recorded')).toBeTruthy();
  choose(screen.getByLabelText('What'), 'stock');
  expect(await screen.findByText('Counted Club Beer')).toBeTruthy();
  expect(requests).toContain('/api/admin/audit?user=musu&kind=stock');
});

it('filters by a group of several kinds', async () => {
  const url = '/api/admin/audit?kind=people.tips_shared%2Cpeople.tips_paid_out';
  const paid = { ...line(6, 'Paid out tips of musa'), kind: 'people.tips_paid_out' };
  journal({ '/api/admin/audit': { lines: [line(30, 'Voided')] }, [url]: { lines: [paid] } });
  await screen.findByText('Voided');
  choose(screen.getByLabelText('What'), 'people.tips_shared,people.tips_paid_out');
  expect(await screen.findByText('Paid out tips of musa')).toBeTruthy();
  expect(screen.getByText('21 Nov 2026, 10:00 AM · musu · Tips')).toBeTruthy();
});

it('searches for words in a range of days, and clears the filters', async () => {
  const requests = journal({
    '/api/admin/audit': { lines: [line(30, 'Voided 2 × Club Beer')] },
    '/api/admin/audit?from=2026-11-20': { lines: [] },
    '/api/admin/audit?from=2026-11-20&to=2026-11-21': { lines: [] },
    '/api/admin/audit?from=2026-11-20&to=2026-11-21&q=gin': { lines: [line(5, 'Counted Gin')] },
  });
  await screen.findByText('Voided 2 × Club Beer');
  type(screen.getByLabelText('From'), '2026-11-20');
  type(screen.getByLabelText('To'), '2026-11-21');
  type(screen.getByLabelText('Search …'), 'gin ');
  expect(await screen.findByText('Counted Gin')).toBeTruthy();
  expect(requests.filter((path) => path.includes('q='))).toHaveLength(1);
  // A range that ends before it begins is no filter, and says so.
  type(screen.getByLabelText('To'), '2026-11-19');
  expect(await screen.findByText('The first day must not be after the last')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByText('Voided 2 × Club Beer')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
});

it('can be loaded again after a failure', async () => {
  const requests = journal({ '/api/admin/audit': 500 });
  expect((await screen.findByRole('alert')).textContent).toContain('The audit log could not be loaded');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(requests.filter((path) => path === '/api/admin/audit')).toHaveLength(2));
});

it('follows only links to the API', () => {
  expect(nextOf('</api/admin/audit?before=3>; rel="next"')).toBe('/api/admin/audit?before=3');
  expect(nextOf('<https://elsewhere/api>; rel="next"')).toBeNull();
  expect(nextOf('</api/admin/audit?before=3>; rel="prev"')).toBeNull();
  expect(nextOf(null)).toBeNull();
  expect(firstPage({ ...NO_FILTER, user: 'a b' })).toBe('/api/admin/audit?user=a+b');
});
