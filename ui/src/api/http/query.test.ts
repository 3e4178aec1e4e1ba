/** Fetching again what the box reports as changed. */
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cacheQuery, queryClient, refresh, refreshAll } from './query';

let answers: ((names: string[]) => void)[];
let unsubscribe: () => void;
beforeEach(() => {
  answers = [];
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise<Response>((resolve) => {
        answers.push((names) => resolve(Response.json(names)));
      }),
  );
  unsubscribe = new QueryObserver(queryClient, { queryKey: ['/api/tables'] }).subscribe(() => {});
});
afterEach(() => {
  unsubscribe();
  queryClient.clear();
});

const shown = () => queryClient.getQueryData(['/api/tables']);
const asked = (times: number) => vi.waitFor(() => expect(answers).toHaveLength(times));

it('reads once more what was still being read for the first time when it changed', async () => {
  await asked(1);
  const refreshed = Promise.all([refresh('/api/tables'), refreshAll()]);
  answers[0]?.(['before']);
  await asked(2);
  answers[1]?.(['after']);
  await refreshed;
  expect(shown()).toEqual(['after']);
  expect(answers).toHaveLength(2);
});

it('lets a slow answer through while changes keep coming', async () => {
  await asked(1);
  answers[0]?.(['first']);
  await vi.waitFor(() => expect(shown()).toEqual(['first']));
  void refresh('/api/tables');
  await asked(2);
  for (let changes = 0; changes < 5; changes++) void refresh('/api/tables');
  answers[1]?.(['second']);
  await vi.waitFor(() => expect(shown()).toEqual(['second']));
  await asked(3);
});

it('shows what a write answered until an answer from after it comes', async () => {
  await asked(1);
  answers[0]?.(['before']);
  await vi.waitFor(() => expect(shown()).toEqual(['before']));
  void refresh('/api/tables');
  await asked(2);
  const seen: unknown[] = [];
  const stop = queryClient.getQueryCache().subscribe(() => seen.push(shown()));
  cacheQuery('/api/tables', () => ['written'] as never);
  answers[1]?.(['before']);
  await asked(3);
  expect(shown()).toEqual(['written']);
  answers[2]?.(['after']);
  await vi.waitFor(() => expect(shown()).toEqual(['after']));
  stop();
  expect(seen.slice(seen.findIndex((names) => String(names) === 'written'))).not.toContainEqual(['before']);
});

it('reads only what changed', async () => {
  await asked(1);
  answers[0]?.(['first']);
  await vi.waitFor(() => expect(shown()).toEqual(['first']));
  await refresh('/api/products');
  expect(answers).toHaveLength(1);
});

it('reads again what one of two screens shows with what changes, whichever came last', async () => {
  await asked(1);
  answers[0]?.(['first']);
  await vi.waitFor(() => expect(shown()).toEqual(['first']));
  const meta = { changesWith: '/api/receipts' };
  const leave = new QueryObserver(queryClient, {
    queryKey: ['/api/tables'],
    staleTime: Infinity,
    meta,
  }).subscribe(() => {});
  // A screen that does not ask for it.
  const other = new QueryObserver(queryClient, { queryKey: ['/api/tables'], staleTime: Infinity });
  const leaveOther = other.subscribe(() => {});
  void refresh('/api/receipts');
  await asked(2);
  answers[1]?.(['with the payment']);
  await vi.waitFor(() => expect(shown()).toEqual(['with the payment']));
  leave();
  leaveOther();
});
