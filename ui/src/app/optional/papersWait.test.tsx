/** The question about papers that waited over night. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../api/http/query';
import { BAR_STATE } from '../../features/settings/test/box';
import { fakeServer } from '../../test/fakeServer';
import { clearSession, signInAs } from '../../test/people';
import { QUERIES_DONE, QueriesDone } from '../../test/QueriesDone';
import PapersWait from './PapersWait';

beforeEach(() => {
  queryClient.clear();
  clearSession();
  signInAs('bartender');
});

function open(waiting: number) {
  const requests = fakeServer({
    'GET /api/printers': { body: [{ ...BAR_STATE, name: 'Bar', waiting }] },
    'POST /api/print-jobs/waiting': { body: { printing: 3, cancelled: 5 } },
  });
  render(
    <QueryClientProvider client={queryClient}>
      <div className="app">
        <main>
          <QueriesDone urls={['/api/printers']} />
        </main>
        <PapersWait />
      </div>
    </QueryClientProvider>,
  );
  return requests;
}

it('asks above the screen, and sends one answer for all', async () => {
  const requests = open(8);
  await screen.findByText('Bar printer is back. 8 papers wait.');
  fireEvent.click(screen.getByRole('button', { name: "Only tonight's" }));
  await waitFor(() =>
    expect(requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { keep: 'tonight', printerId: 1 },
    ]),
  );
});

it('asks nothing while no paper waits for an answer', async () => {
  open(0);
  await screen.findByText(QUERIES_DONE);
  expect(screen.queryByRole('button', { name: 'Print all' })).toBeNull();
});
