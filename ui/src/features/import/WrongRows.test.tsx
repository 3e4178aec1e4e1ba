/** Rows of a list that are wrong: those with the same mistake, and those that only lack a price. */
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { signInAs } from '../../test/people';
import { answer, row } from './test/answers';
import { heading, imports, mistaken, open, press } from './test/screen';

beforeEach(() => signInAs('manager'));

const NO_PRICE = 'A new product needs a price';
const wrong = (line: number, message: string, needsPrice?: boolean) =>
  row(line, 'wrong', { message, ...(needsPrice && { needsPrice }) });
const priceless = (...lines: number[]) =>
  mistaken({
    created: 1,
    skipped: lines.length,
    rows: [row(2, 'new'), ...lines.map((line) => wrong(line, NO_PRICE, true))],
    errors: lines.map((line) => ({ line, column: 'price' as const, message: NO_PRICE })),
  });

it('stand behind one line with their number, where the mistake is the same', async () => {
  const many = Array.from({ length: 30 }, (_, at) => wrong(at + 3, 'Must be an amount'));
  const others = [wrong(40, 'Product name is required')];
  const errors = [...many, ...others].map(({ line, message }) => ({
    line,
    column: 'price' as const,
    message: message ?? '',
  }));
  open(mistaken({ created: 1, skipped: 31, rows: [row(2, 'new'), ...many, ...others], errors }));
  await heading('Check the list');
  const kind = screen.getByText('Must be an amount').closest('details');
  expect(kind?.open).toBe(false);
  expect(kind?.querySelector('summary')?.textContent).toBe(
    'Must be an amountPrice · Not imported. Correct them in the file.30',
  );
  expect(within(kind as HTMLElement).getByText('Line 3', { selector: 'b' })).toBeTruthy();
  expect(screen.getByText('Wrong').closest('details')?.open).toBe(true);
  expect(screen.getByText('Line 40, Price')).toBeTruthy();
});

it('are given a price in place, and go in, where they lack nothing else', async () => {
  const { requests, leave } = open(({ body }) => {
    const { prices = {}, dryRun } = body as { prices?: object; dryRun?: boolean };
    if (!dryRun) return { body: { created: 3, updated: 0 } };
    const lines = [3, 4].filter((line) => !(line in prices));
    return lines.length > 0 ? priceless(...lines) : { body: answer({ created: 3 }) };
  });
  await heading('Check the list');
  press('Give a price to Bottle 3');
  press('Save price');
  expect(screen.getByText('Enter a price such as 3.50')).toBeTruthy();
  fireEvent.input(screen.getByLabelText('USD Price'), { target: { value: '5' } });
  press('Save price');
  await waitFor(() => expect(screen.queryByText('Bottle 3')).toBeNull());
  press('Give a price to Bottle 4');
  fireEvent.input(screen.getByLabelText('LRD Price'), { target: { value: '950,50' } });
  press('Save price');
  expect(await screen.findByText('All of them are imported')).toBeTruthy();
  press('Import');
  await waitFor(() => expect(leave).toHaveBeenCalled());
  expect(imports(requests).at(-1)).toEqual({
    file: btoa('name,price\n'),
    columns: ['name', 'price'],
    prices: { 3: { priceUSD: '5.00' }, 4: { priceLRD: '950.50' } },
  });
});
