/** The setting when enrolled devices lock. */
import { fireEvent, screen } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { refusal } from '../../../test/fakeServer';
import { type } from '../../../test/fields';
import { SETTINGS } from '../test/box';
import { resetTestState, show } from '../test/open';
import { LockAfter } from './LockAfter';

beforeEach(resetTestState);

const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
const field = () => screen.getByLabelText('Lock after (seconds)');

it('sends the seconds', async () => {
  const requests = show({ 'PUT /api/settings': { body: SETTINGS } }, <LockAfter settings={SETTINGS} />);
  expect(field()).toHaveProperty('value', '90');
  type(field(), '30');
  save();
  await screen.findByText('Settings saved');
  const sent = requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  expect(sent).toEqual([{ people: { lockAfter: 30 } }]);
});

it('shows at the field what the box refuses', async () => {
  const message = 'A screen locks after 15 to 900 seconds';
  show(
    { 'PUT /api/settings': refusal(400, 'invalid', message, { fields: { people: message } }) },
    <LockAfter settings={SETTINGS} />,
  );
  type(field(), '14');
  save();
  await screen.findByText(message, { selector: '.field small' });
  expect(field().getAttribute('aria-invalid')).toBe('true');
});
