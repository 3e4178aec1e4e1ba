/** Settings of tax: mode, classes, suggested rates, service charge. */
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it } from 'vitest';
import { type RecordedCall, refusal } from '../../../test/fakeServer';
import { choose, type } from '../../../test/fields';
import { inForce } from '../../../test/tax';
import { SETTINGS } from '../test/box';
import { openPage, resetTestState } from '../test/open';
import { checkClass, formOf, listWith, NEW_CLASS, NEW_RATE, tried } from './classForm';

const { classes } = inForce('off');
const [standard] = classes;
const RATED = { ...SETTINGS, tax: { ...SETTINGS.tax, classes } };
const ON = { ...RATED, tax: { ...RATED.tax, mode: 'included' } };
const answers = (settings: object) => ({
  'GET /api/settings': { body: settings },
  'GET /api/tax': { body: inForce('off') },
  'GET /api/sales/analytics': { body: { heatMap: [{ date: '2026-11-26', hours: [] }] } },
});
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const radio = (group: string, name: string) =>
  fireEvent.click(within(screen.getByRole('radiogroup', { name: group })).getByRole('radio', { name }));
const sent = (requests: RecordedCall[]) =>
  requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);

/** The rates come with a file of their own. */
const ratesShown = () => screen.findByRole('region', { name: 'Rates' });

beforeEach(resetTestState);

describe('the page', () => {
  it('is one switch and one sentence while tax is off', async () => {
    await openPage('tax', answers(RATED));
    expect(screen.getByText('Ask your accountant or the LRA before you switch tax on.')).toBeTruthy();
    expect(screen.getByRole('switch', { name: 'Tax' })).toHaveProperty('checked', false);
    expect(screen.queryByRole('form')).toBeNull();
    expect(screen.queryByLabelText('TIN')).toBeNull();
  });

  it('is switched on at the tap where the rates are known', async () => {
    const requests = await openPage('tax', answers(RATED));
    fireEvent.click(screen.getByRole('switch', { name: 'Tax' }));
    await screen.findByText('Tax is included in prices from now on');
    expect(sent(requests)).toEqual([{ tax: { mode: 'included' } }]);
  });

  it('sends only what was typed', async () => {
    const requests = await openPage('tax', answers(ON));
    await ratesShown();
    radio('Tax day', 'Calendar day');
    type(screen.getByLabelText('TIN'), ' 500123456 ');
    choose(screen.getByLabelText('Food'), 'zero');
    press('Save');
    await screen.findByText('Settings saved');
    expect(sent(requests)).toEqual([
      { tax: { day: 'calendar', tin: '500123456', categories: { food: 'zero' } } },
    ]);
  });

  it('says in the open what is wrong with a folded field', async () => {
    await openPage('tax', {
      ...answers(ON),
      'PUT /api/settings': refusal(400, 'invalid', 'Please check the settings', {
        fields: { 'tax.tin': 'A TIN has digits only' },
      }),
    });
    await ratesShown();
    const fold = screen.getByLabelText('TIN').closest('details');
    expect(fold?.open).toBe(false);
    type(screen.getByLabelText('TIN'), 'x');
    press('Save');
    await screen.findByText('A TIN has digits only');
    await waitFor(() => expect(fold?.open).toBe(true));
  });

  it('asks a new bar for a rate first, and says why tax cannot be switched on without', async () => {
    const requests = await openPage('tax', {
      ...answers(SETTINGS),
      'PUT /api/settings': refusal(400, 'invalid', 'Please check the settings', {
        fields: { 'tax.mode': 'Set a rate for Standard first' },
      }),
    });
    fireEvent.click(screen.getByRole('switch', { name: 'Tax' }));
    expect(await screen.findByText('Tax starts when you save. It needs a rate first.')).toBeTruthy();
    radio('How prices and tax go together', 'Added to prices');
    await ratesShown();
    press('Save');
    const error = await screen.findByText('Set a rate for Standard first');
    expect(error.getAttribute('role')).toBe('alert');
    expect(sent(requests)).toEqual([{ tax: { mode: 'added' } }]);
  });

  it('fills in suggested rates while the standard class has none', async () => {
    const requests = await openPage('tax', answers(SETTINGS));
    fireEvent.click(screen.getByRole('switch', { name: 'Tax' }));
    await ratesShown();
    press('Fill in suggested rates');
    expect(screen.getByText('Check these figures before you save.')).toBeTruthy();
    press('Save');
    await screen.findByText('Settings saved');
    const rates = [
      { from: null, parts: [{ name: 'GST', percent: '13.00' }] },
      { from: '2027-01-01', parts: [{ name: 'VAT', percent: '18.00' }] },
    ];
    expect(sent(requests)).toEqual([{ tax: { mode: 'included', classes: [{ id: 'standard', rates }] } }]);
  });

  it('plans a change while tax is off, and removes it', async () => {
    let stored: object = RATED;
    const requests = await openPage('tax', {
      ...answers(RATED),
      'GET /api/settings': () => ({ body: stored }),
      'PUT /api/settings': ({ body }) => {
        stored = { ...RATED, tax: { ...RATED.tax, ...(body as { tax: object }).tax } };
        return { body: stored };
      },
    });
    press('Plan a Change');
    await ratesShown();
    fireEvent.click(within(screen.getByRole('radiogroup', { name: 'Tax' })).getByText('Included in prices'));
    type(screen.getByLabelText('From'), '2027-01-01');
    press('Save');
    await screen.findAllByText('From 1 Jan 2027: Included in prices');
    press('Remove');
    await screen.findByText('The planned change is removed');
    expect(sent(requests)).toEqual([
      { tax: { next: { mode: 'included', from: '2027-01-01' } } },
      { tax: { next: null } },
    ]);
  });

  it('sets a fiscal device up', async () => {
    const requests = await openPage('tax', answers(ON));
    await ratesShown();
    type(screen.getByLabelText('Adapter address'), 'http://127.0.0.1:9000');
    fireEvent.click(screen.getByLabelText('Wait, then print'));
    type(screen.getByLabelText('Wait for (seconds)'), '8');
    press('Save');
    await screen.findByText('Settings saved');
    expect(sent(requests)).toEqual([
      { fiscal: { url: 'http://127.0.0.1:9000', policy: 'wait', waitSeconds: 8 } },
    ]);
  });
});

describe('the service charge', () => {
  it('is one switch and a reason while it is off, and is set with segments and figures', async () => {
    let stored = SETTINGS;
    const requests = await openPage('service', {
      'GET /api/settings': () => ({ body: stored }),
      'PUT /api/settings': ({ body }) => {
        const part = (body as { serviceCharge: object }).serviceCharge;
        stored = { ...stored, serviceCharge: { ...stored.serviceCharge, ...part } };
        return { body: stored };
      },
    });
    expect(screen.getByText(/^A percentage on the bill/)).toBeTruthy();
    expect(screen.queryByRole('form')).toBeNull();
    fireEvent.click(screen.getByRole('switch', { name: 'Service charge' }));
    await screen.findByText('Staff add the service charge by hand');
    await screen.findByRole('radiogroup', { name: 'When it is added' });
    radio('When it is added', 'Automatic');
    type(await screen.findByLabelText('From guests'), '8');
    press('Save');
    await screen.findByText('Settings saved');
    expect(sent(requests)).toEqual([
      { serviceCharge: { mode: 'manual' } },
      { serviceCharge: { mode: 'auto' } },
      { serviceCharge: { percent: '10.00', fromGuests: 8, taxClass: 'standard' } },
    ]);
  });
});

describe('the dialog of a class', () => {
  it('shows the rates of a class and what an amount comes to', async () => {
    const requests = await openPage('tax', answers(ON));
    await screen.findByText('GST 13 %');
    expect(screen.getByText('From 1 Jan 2027: VAT 18 %')).toBeTruthy();
    press('Edit Standard');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Tax Class' }));
    expect(await dialog.findByText('Tax $0.23, net $1.77')).toBeTruthy();
    fireEvent.click(dialog.getAllByRole('button', { name: 'Add Part' })[0] as Element);
    type(dialog.getAllByLabelText('Tax name')[1] as HTMLElement, 'Levy');
    type(dialog.getAllByLabelText('Percent')[1] as HTMLElement, '1');
    expect(dialog.getByText('Tax $0.25, net $1.75')).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Save Changes' }));
    await screen.findByText('Tax class saved');
    expect(sent(requests)).toEqual([
      {
        tax: {
          classes: [
            {
              id: 'standard',
              name: 'Standard',
              kind: 'taxed',
              active: true,
              rates: [
                {
                  from: null,
                  parts: [
                    { name: 'GST', percent: '13' },
                    { name: 'Levy', percent: '1' },
                  ],
                },
                { from: '2027-01-01', parts: [{ name: 'VAT', percent: '18' }] },
              ],
            },
            { id: 'zero' },
          ],
        },
      },
    ]);
  });

  it('adds a class, and shows why it was refused', async () => {
    await openPage('tax', {
      ...answers(ON),
      'PUT /api/settings': refusal(400, 'invalid', 'Please check the settings', {
        fields: { 'tax.classes': 'Two rates start on 2027-01-01' },
      }),
    });
    await ratesShown();
    press('Add Class');
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Tax Class' }));
    fireEvent.click(await dialog.findByRole('button', { name: 'Save Changes' }));
    expect(dialog.getByText('Name is required')).toBeTruthy();
    type(dialog.getByLabelText('Name'), 'Beer');
    fireEvent.click(dialog.getByRole('button', { name: 'Save Changes' }));
    await dialog.findByText('Two rates start on 2027-01-01');
    expect(dialog.getByLabelText('Name')).toHaveProperty('value', 'Beer');
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the rules of a class', () => {
  it('need names and percents of rates in which something was typed', () => {
    expect(checkClass({ ...NEW_CLASS, name: 'Beer' })).toEqual({});
    const rates = [{ from: '2027-01-01', parts: [{ name: '', percent: '0' }] }];
    expect(Object.keys(checkClass({ ...NEW_CLASS, name: 'Beer', rates }))).toEqual([
      'name-0-0',
      'percent-0-0',
    ]);
    expect(checkClass({ ...NEW_CLASS, name: 'Beer', kind: 'zero', rates })).toEqual({});
  });

  it.each(['zero', 'exempt', 'outside'] as const)('take the rates of a class that becomes %s', (kind) => {
    if (!standard) throw new Error('no class');
    const sent = listWith(classes, 'standard', { ...formOf(standard), kind });
    expect(sent.tax?.classes?.[0]).toMatchObject({ id: 'standard', kind, rates: [] });
  });

  it('offer a row for the first rate', () => {
    expect(formOf({ id: 'reduced', name: 'Reduced', kind: 'taxed', active: false, rates: [] }).rates).toEqual(
      [NEW_RATE],
    );
  });

  it('try an amount at the rate of the day', () => {
    if (!standard) throw new Error('no class');
    const form = formOf(standard);
    expect(tried(form, '2.00', '2026-11-26', 'included')).toEqual({ tax: 23, net: 177, gross: 200 });
    expect(tried(form, '2.00', '2027-01-01', 'added')).toEqual({ tax: 36, net: 200, gross: 236 });
    expect(tried({ ...form, rates: [] }, '2.00', '2026-11-26', 'included')).toBeNull();
    expect(tried(form, 'two', '2026-11-26', 'included')).toBeNull();
  });
});
