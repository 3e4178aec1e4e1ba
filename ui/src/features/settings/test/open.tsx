/** Opens a page of the settings, or a part of them, for tests; `answers` changes the answers of the box. */
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/preact';
import type { ReactNode } from 'react';
import { queryClient } from '../../../api/http/query';
import { fakeServer } from '../../../test/fakeServer';
import { signInAs } from '../../../test/people';
import { Toaster } from '../../../ui/feedback/Toaster';
import { dismissToast } from '../../../ui/feedback/toast';
import { loadPages } from '../pages';
import SettingsScreen from '../SettingsScreen';
import { pages as names } from '../strings';
import { HEALTHY_BOX } from './box';

type Answers = Parameters<typeof fakeServer>[0];

/** Before every test: an empty cache, no toast, an admin signed in. */
export function resetTestState() {
  queryClient.clear();
  dismissToast();
  signInAs('admin');
}

export function show(answers: Answers, shown: ReactNode) {
  const requests = fakeServer({ ...HEALTHY_BOX, ...answers });
  render(
    <QueryClientProvider client={queryClient}>
      {shown}
      <Toaster />
    </QueryClientProvider>,
  );
  return requests;
}

/** Opens the page at `/settings/{page}`. */
export async function openPage(page: keyof typeof names, answers: Answers = {}) {
  // Loading a chunk for the first time takes a busy machine longer than a test waits.
  await loadPages();
  history.replaceState(null, '', `/settings/${page}`);
  const requests = show(answers, <SettingsScreen />);
  await screen.findByRole('region', { name: names[page] });
  await waitFor(() => {
    if (document.querySelector('.page > [aria-busy]')) throw new Error('The page loads');
  });
  return requests;
}
