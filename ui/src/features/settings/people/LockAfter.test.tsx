/** The setting when enrolled devices lock. */
import { screen } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { refusal } from '../../../test/fakeServer';
import { choose } from '../../../test/fields';
import { SETTINGS } from '../test/box';
import { resetTestState, show } from '../test/open';
import { LockAfter } from './LockAfter';

beforeEach(resetTestState);

const field = () => screen.getByLabelText('Ask for a PIN after') as HTMLSelectElement;

it('sends the seconds at the choice', async () => {
  const requests = show({ 'PUT /api/settings': { body: SETTINGS } }, <LockAfter settings={SETTINGS} />);
  expect(field().value).toBe('90');
  choose(field(), '300');
  await screen.findByText('Devices ask for a PIN after 5 minutes');
  const sent = requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  expect(sent).toEqual([{ people: { lockAfter: 300 } }]);
});

it('offers a time that was set elsewhere, and says what the box refuses', async () => {
  show(
    { 'PUT /api/settings': refusal(400, 'invalid', 'A screen locks after 15 to 900 seconds') },
    <LockAfter settings={{ ...SETTINGS, people: { ...SETTINGS.people, lockAfter: 45 } }} />,
  );
  expect(field().selectedOptions[0]?.text).toBe('45 seconds');
  choose(field(), '30');
  await screen.findByText('A screen locks after 15 to 900 seconds');
});
