/** The box on the owner's page, on a machine whose network and software it drives and on others. */
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { boxStore, UNKNOWN_BOX } from '../../../api/box';
import { queryClient } from '../../../api/http/query';
import { fakeServer } from '../../../test/fakeServer';
import { BOX_NETWORK, BOX_SOFTWARE, onAppliance, withPhones } from '../../../test/machine';
import { signInAs } from '../../../test/people';
import { BoxCard } from './BoxCard';
import { Needs } from './Needs';

function open(answers: Parameters<typeof fakeServer>[0], shown = <BoxCard />) {
  const requests = fakeServer({
    'GET /api/network': { body: { name: 'bar.local', addresses: [] } },
    'GET /api/box/network': { body: BOX_NETWORK },
    'GET /api/box/software': { body: BOX_SOFTWARE },
    ...answers,
  });
  render(<QueryClientProvider client={queryClient}>{shown}</QueryClientProvider>);
  return requests;
}

beforeEach(async () => {
  await import('./MachineParts');
  signInAs('admin');
  onAppliance();
});

afterEach(() => boxStore.set(null));

it('counts the phones on the own Wi-Fi, and names an update that is ready', async () => {
  open({});
  const network = await screen.findByRole('link', { name: /^Wi-Fi: 5 phones of about 7/ });
  expect(network.getAttribute('href')).toBe('/settings/network');
  const software = await screen.findByRole('link', { name: 'Software 1.3.0 update ready' });
  expect(software.getAttribute('href')).toBe('/settings/software');
  expect(screen.queryByRole('link', { name: /^Version/ })).toBeNull();
});

it('warns when the Wi-Fi is nearly full, and of a card that fails', async () => {
  open({
    'GET /api/box/network': { body: withPhones(6) },
    'GET /api/box/software': { body: { ...BOX_SOFTWARE, cardErrors: true } },
  });
  const network = await screen.findByRole('link', { name: /^Wi-Fi: 6/ });
  expect(network.getAttribute('data-status')).toBe('warning');
  expect(await screen.findByText('the memory card reports errors')).toBeTruthy();
});

it('asks other machines nothing', async () => {
  boxStore.set({ ...UNKNOWN_BOX, version: '1.3.0' });
  const requests = open({});
  expect(await screen.findByRole('link', { name: /^Version 1\.3\.0/ })).toBeTruthy();
  expect(await screen.findByRole('link', { name: /^bar\.local/ })).toBeTruthy();
  expect(requests.filter(({ path }) => path.startsWith('/api/box/'))).toEqual([]);
});

it('says above all what needs the owner', async () => {
  const message = 'Version 1.4.0 did not start. Version 1.3.0 runs. Nothing was lost.';
  const lastResult = { version: '1.4.0', worked: false, message, reason: 'Why.', at: '2026-11-21T20:00:00Z' };
  open(
    { 'GET /api/box/software': { body: { ...BOX_SOFTWARE, cardErrors: true, lastResult } } },
    <Needs needs={[]} />,
  );
  expect(await screen.findByText(`${message} Why.`)).toBeTruthy();
  expect(screen.getByText('The memory card reports errors. Make a backup now and replace it.')).toBeTruthy();
  await waitFor(() =>
    expect(screen.getByRole('link', { name: /software/ }).getAttribute('href')).toBe('/settings/software'),
  );
});
