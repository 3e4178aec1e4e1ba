/** The list of scale labels, and the form that adds one. */
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { choose, type } from '../../../test/fields';
import type { Settings } from '../settings';
import { SETTINGS } from '../test/box';
import { openPage, resetTestState } from '../test/open';

beforeEach(resetTestState);

it('adds a label once its prefix is free, and removes one', async () => {
  let stored: Settings = SETTINGS;
  const requests = await openPage('screens', {
    'GET /api/settings': () => ({ body: stored }),
    'PUT /api/settings': ({ body }) => {
      stored = { ...stored, ...(body as object) };
      return { body: stored };
    },
  });
  expect(await screen.findByText('Price, such as 27.50')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Add Label' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add Label' }));
  type(form.getByLabelText('Prefix'), '21');
  choose(form.getByLabelText('Holds'), 'weight');
  fireEvent.click(form.getByRole('button', { name: 'Add Label' }));
  expect(form.getByText('There is a label with this prefix')).toBeTruthy();
  expect(form.getByText('02750 on the label is 2.750 kg.')).toBeTruthy();
  type(form.getByLabelText('Prefix'), '23');
  fireEvent.click(form.getByRole('button', { name: 'Add Label' }));
  expect(await screen.findByText('Weight in kilograms, such as 2.750 kg')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Remove the label 21' }));
  await waitFor(() => expect(screen.queryByText('Begins with 21')).toBeNull());
  const weight = { prefix: '23', holds: 'weight', decimals: 3 };
  const sent = requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  expect(sent).toEqual([
    { scaleLabels: [{ prefix: '21', holds: 'price', decimals: 2 }, weight] },
    { scaleLabels: [weight] },
  ]);
});
