/** Older pages of a list. */
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/preact';
import type { ReactNode } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { fakeServer } from '../../test/fakeServer';
import { at } from '../calls';
import { readPage } from './pages';
import { forgetAll, queryClient } from './query';
import { useOlder } from './useOlder';

const URL = at('/api/bills', { state: 'all' });
const OLDER = '/api/bills?state=all&before=2';

beforeEach(() => queryClient.clear());

const page = (rows: string[], next?: string) => ({
  body: rows.map((number) => ({ number })),
  headers: { Link: next ? `<${next}>; rel="next"` : '' },
});

/** A list with its older pages, as screens show it. */
function shows(enough = 0) {
  const wrapper = ({ children }: { children: unknown }) => (
    <QueryClientProvider client={queryClient}>{children as ReactNode}</QueryClientProvider>
  );
  const list = () => {
    const query = useQuery({ queryKey: [URL, 'page'], queryFn: ({ signal }) => readPage(URL, signal) });
    const older = useOlder(URL, query.data, enough);
    return { ...older, shown: [...(query.data?.rows ?? []), ...older.rows].map(({ number }) => number) };
  };
  return renderHook(list, { wrapper }).result;
}

it('forgets the pages that were read on request together with the list', async () => {
  let seesAll = true;
  fakeServer({
    [`GET ${URL}`]: () => (seesAll ? page(['4', '3'], OLDER) : page(['3'], '/api/bills?state=all&before=1')),
    [`GET ${OLDER}`]: page(['2', '1']),
  });
  const list = shows();
  await waitFor(() => expect(list.current.shown).toEqual(['4', '3']));
  act(() => list.current.readMore());
  await waitFor(() => expect(list.current.shown).toEqual(['4', '3', '2', '1']));
  seesAll = false;
  await act(forgetAll);
  await waitFor(() => expect(list.current.shown).toEqual(['3']));
  expect(list.current.more).toBe(true);
});

it('drops a page that was asked for before the list was forgotten, and reads on by itself after', async () => {
  let answer = () => {};
  let seesAll = true;
  fakeServer({
    [`GET ${URL}`]: () => (seesAll ? page(['4', '3'], OLDER) : page(['3'], '/api/bills?state=all&before=1')),
    [`GET ${OLDER}`]: () =>
      new Promise((resolve) => {
        answer = () => resolve(page(['2', '1']));
      }),
    'GET /api/bills?state=all&before=1': page(['0']),
  });
  const list = shows(4);
  await waitFor(() => expect(list.current.reading).toBe('yes'));
  seesAll = false;
  await act(forgetAll);
  answer();
  await waitFor(() => expect(list.current.shown).toEqual(['3', '0']));
  expect(list.current.more).toBe(false);
});
