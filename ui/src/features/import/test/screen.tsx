/** Test helpers of the import: the screen with a chosen file, and what it sends. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/preact';
import { vi } from 'vitest';
import { queryClient } from '../../../api/http/query';
import { fakeServer, type RecordedCall, refusal } from '../../../test/fakeServer';
import { BEER } from '../../../test/products';
import { Toaster } from '../../../ui/feedback/Toaster';
import ImportScreen from '../ImportScreen';
import { answer } from './answers';

const IMPORT = 'POST /api/products/import';
type Answers = Parameters<typeof fakeServer>[0][string];

export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
export const imports = (requests: RecordedCall[]) =>
  requests.filter(({ method }) => method === 'POST').map(({ body }) => body as Record<string, unknown>);
export const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
export const select = (name: string) => screen.getByLabelText(name) as HTMLSelectElement;

export function chooseFile(name = 'bar.csv', content = 'name,price\n') {
  const field = screen.getByLabelText('Choose file');
  Object.defineProperty(field, 'files', { value: [new File([content], name)], configurable: true });
  // The testing library's own `change` does not reach the handler.
  fireEvent(field, new Event('change', { bubbles: true }));
}

export function open(answers: Answers) {
  const requests = fakeServer({
    [IMPORT]: answers,
    'GET /api/products': { body: [BEER] },
    'GET /api/exchange-rate': { body: { rate: 190, updatedAt: '2026-11-20T10:00:00Z' } },
  });
  const leave = vi.fn();
  render(
    <QueryClientProvider client={queryClient}>
      <ImportScreen leave={leave} />
      <Toaster />
    </QueryClientProvider>,
  );
  chooseFile();
  return { requests, leave };
}

/** Refused like a list with mistakes, with what was found in it. */
export const mistaken = (more: Parameters<typeof answer>[0] = {}) =>
  refusal(400, 'invalid', 'The list has mistakes.', answer(more));
