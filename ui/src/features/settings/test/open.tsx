/** Opens the settings, or a part of them, for tests; `answers` changes the answers of the box. */
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/preact';
import type { ReactNode } from 'react';
import { queryClient } from '../../../api/http/query';
import { fakeServer } from '../../../test/fakeServer';
import { signInAs } from '../../../test/people';
import { Toaster } from '../../../ui/feedback/Toaster';
import { dismissToast } from '../../../ui/feedback/toast';
import SettingsScreen from '../SettingsScreen';
import { HEALTHY_BOX } from './box';

type Answers = Parameters<typeof fakeServer>[0];

/** Before every test: an empty cache, no toast, an admin signed in. */
export function resetTestState() {
  queryClient.clear();
  dismissToast();
  signInAs('admin');
}

export async function openSettings(answers: Answers = {}, shown: ReactNode = <SettingsScreen />) {
  const requests = fakeServer({ ...HEALTHY_BOX, ...answers });
  render(
    <QueryClientProvider client={queryClient}>
      {shown}
      <Toaster />
    </QueryClientProvider>,
  );
  await screen.findByText('Paper out');
  return requests;
}
