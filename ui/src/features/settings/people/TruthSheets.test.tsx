/** The settings of truth sheets. */
import { fireEvent, screen } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { refusal } from '../../../test/fakeServer';
import { type } from '../../../test/fields';
import { SETTINGS } from '../test/box';
import { resetTestState, show } from '../test/open';
import { TruthSheets } from './TruthSheets';

beforeEach(resetTestState);

const field = () => screen.getByLabelText("Owner's WhatsApp number");
const sent = (requests: { method: string; body: unknown }[]) =>
  requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);

it('sends the number as it is written, and shows what the box refuses at the field', async () => {
  const message = "Write the owner's number with its country code, such as 231 77 012 3456";
  const answer = refusal(400, 'invalid', message, { fields: { sheet: message } });
  const requests = show({ 'PUT /api/settings': answer }, <TruthSheets settings={SETTINGS} />);
  type(field(), '077 012');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(message, { selector: '.field small' });
  expect(sent(requests)).toEqual([{ sheet: { ownerPhone: '077 012' } }]);
});
