import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { takeFlashMessage } from '../../parts/imported/flashMessage';
import { refusal } from '../../test/fakeServer';
import { choose } from '../../test/fields';
import { signInAs } from '../../test/people';
import { answer, column, NAME, PRICE, row, VENDOR } from './test/answers';
import { chooseFile, heading, imports, mistaken, open, press, select } from './test/screen';

beforeEach(() => signInAs('manager'));

describe('the file', () => {
  it('is sent as it is, and goes straight to Check if all columns are known', async () => {
    const { requests } = open({ body: answer() });
    await heading('Check the list');
    expect(document.activeElement).toBe(await heading('Check the list'));
    expect(imports(requests)).toEqual([{ file: btoa('name,price\n'), dryRun: true, details: true }]);
    expect(screen.getByText('bar.csv · 1 row')).toBeTruthy();
    press('Back');
    await heading('What is in each column?');
    press('Back');
    await heading('Import CSV');
    expect(screen.getByRole('link', { name: 'Inventory' }).getAttribute('href')).toBe('/inventory');
  });

  it('with several sheets asks for one', async () => {
    const format = { ...answer().format, kind: 'xlsx' as const, sheets: ['Drinks', 'Food'] };
    const { requests } = open(({ body }) => ({
      body: answer({ format: { ...format, sheet: (body as { sheet?: string }).sheet ?? 'Drinks' } }),
    }));
    await screen.findByLabelText('Sheet');
    expect(select('Sheet').value).toBe('Drinks');
    expect(screen.getByText('1 row')).toBeTruthy();
    choose(select('Sheet'), 'Food');
    await waitFor(() => expect(imports(requests)[1]).toMatchObject({ sheet: 'Food' }));
    await waitFor(() => expect(select('Sheet').disabled).toBe(false));
    press('Continue');
    await heading('Check the list');
  });

  it('that is no list is refused with the reason, and another one can be chosen', async () => {
    const { requests } = open((_, count) =>
      count === 1 ? refusal(400, 'invalid', 'The file has a password') : { body: answer() },
    );
    expect(await screen.findByText('The file has a password')).toBeTruthy();
    expect(screen.getByText('Import failed')).toBeTruthy();
    expect(screen.getByText('Unable to import CSV data')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
    chooseFile('again.csv');
    await heading('Check the list');
    expect(screen.queryByText('Import failed')).toBeNull();
    expect(imports(requests)).toHaveLength(2);
  });

  it('of another kind is refused without a request', async () => {
    const { requests } = open({ body: answer() });
    await heading('Check the list');
    press('Back');
    press('Back');
    chooseFile('menu.pdf');
    expect(await screen.findByText('Choose a .csv, .txt, .tsv or .xlsx file')).toBeTruthy();
    expect(imports(requests)).toHaveLength(1);
  });

  it('with an empty sheet asks for another one', async () => {
    const format = { ...answer().format, kind: 'xlsx' as const, sheet: 'Notes', sheets: ['Notes', 'Drinks'] };
    const errors = [{ line: 1, column: null, message: 'The file is empty' }];
    open(mistaken({ created: 0, format, columns: [], rows: [], errors }));
    expect(await screen.findByText('The file is empty')).toBeTruthy();
    expect(select('Sheet').value).toBe('Notes');
  });

  it('without rows says so', async () => {
    open(mistaken({ created: 0, rows: [] }));
    expect(await screen.findByText('The list has mistakes.')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Import CSV');
  });

  it('can be sent again when the box did not answer', async () => {
    open((_, count) => (count === 1 ? refusal(503, 'unavailable', 'busy') : { body: answer() }));
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await heading('Check the list');
    expect(screen.queryByText(/^The box does not answer/)).toBeNull();
  });

  it('waits for a box that does not answer, then offers to try again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    open('lost');
    expect(await screen.findByText('Waiting for the box…')).toBeTruthy();
    await vi.advanceTimersByTimeAsync(25_000);
    expect(await screen.findByText(/^The box does not answer/)).toBeTruthy();
    expect(screen.getByText('Chosen: bar.csv')).toBeTruthy();
  });
});

describe('the columns', () => {
  const UNKNOWN = answer({ columns: [NAME, PRICE, VENDOR, column('')] });

  it('say what a column is for that becomes no field', async () => {
    const size = column('Variation Name', { samples: ['Single'], part: 'name' });
    open({ body: answer({ columns: [NAME, PRICE, size, VENDOR] }) });
    await heading('What is in each column?');
    expect(select('Variation Name').selectedOptions[0]?.textContent).toBe('Behind the name');
    expect(screen.getByText(/^3 of 4 columns are used\./)).toBeTruthy();
  });

  it('show what is in them; a field belongs to one column', async () => {
    const { requests } = open(({ body }) => {
      const { columns } = body as { columns?: unknown };
      return { body: columns ? answer() : UNKNOWN };
    });
    await heading('What is in each column?');
    expect(screen.getByText('Club Beer · Gin')).toBeTruthy();
    expect(['Item Name', 'Price', 'Vendor', 'Column 4'].map((name) => select(name).value)).toEqual([
      'name',
      'price',
      '',
      '',
    ]);
    expect(select('Vendor').selectedOptions[0]?.textContent).toBe('Leave out');
    choose(select('Vendor'), 'price');
    await waitFor(() => expect(select('Price').value).toBe(''));
    expect(screen.getByText('Price is left out now')).toBeTruthy();
    expect(screen.getByText(/^2 of 4 columns are used\./)).toBeTruthy();
    press('Continue');
    await heading('Check the list');
    expect(imports(requests)[1]).toMatchObject({ columns: ['name', null, 'price', null], dryRun: true });
  });

  it('are numbered where the list has no headings', async () => {
    const columns = [
      column('Column 1', { samples: ['Club Beer'] }),
      column('Column 2', { samples: ['350'] }),
    ];
    const format = { ...answer().format, headings: 0 };
    const { requests } = open((_, count) =>
      count === 1 ? mistaken({ columns, format, created: 0, rows: [] }) : { body: answer({ format }) },
    );
    await heading('What is in each column?');
    expect(screen.getByText(/its first row is a product/)).toBeTruthy();
    choose(select('Column 1'), 'name');
    choose(select('Column 2'), 'priceLRD');
    press('Continue');
    await heading('Check the list');
    expect(imports(requests)[1]).toMatchObject({ columns: ['name', 'priceLRD'] });
  });

  it('need one with the names', async () => {
    const { requests } = open({ body: UNKNOWN });
    await heading('What is in each column?');
    choose(select('Item Name'), '');
    press('Continue');
    expect(await screen.findByText('Choose the column that has the names')).toBeTruthy();
    expect(imports(requests)).toHaveLength(1);
  });

  it('come with questions about the file, which are answered before it goes on', async () => {
    const questions = [
      { kind: 'figures' as const, column: 'price' as const, samples: ['1.250', '380'] },
      { kind: 'currency' as const, column: 'price' as const, samples: ['380'] },
    ];
    const { requests } = open((_, count) => (count === 1 ? mistaken({ questions }) : { body: answer() }));
    await heading('What is in each column?');
    expect(
      screen.getByText('“1.250” can be read in two ways: 1.25 with a point, 1,250 with a comma.'),
    ).toBeTruthy();
    press('Continue');
    expect(await screen.findByText(/^Answer what is asked/)).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'Comma' }));
    fireEvent.click(screen.getByRole('radio', { name: 'Liberian dollars' }));
    press('Continue');
    await heading('Check the list');
    expect(imports(requests)[1]).toMatchObject({
      figures: 'comma',
      currency: 'LRD',
      columns: ['name', 'price'],
    });
    press('Back');
    await heading('What is in each column?');
    expect((screen.getByRole('radio', { name: 'Comma' }) as HTMLInputElement).checked).toBe(true);
  });

  it('keep what was chosen when the box does not answer', async () => {
    open((_, count) =>
      count === 2 ? refusal(503, 'unavailable', 'busy') : { body: count === 1 ? UNKNOWN : answer() },
    );
    await heading('What is in each column?');
    choose(select('Vendor'), 'brand');
    press('Continue');
    await screen.findByText(/^The box does not answer/);
    expect(select('Vendor').value).toBe('brand');
    press('Continue');
    await heading('Check the list');
  });
});

describe('the check', () => {
  const CANDIDATES = [
    { productId: 7, name: 'Club Beer', brand: 'MBI', barcode: '123', priceUSD: '2.00', priceLRD: null },
    { productId: 8, name: 'Club Beer', brand: null, barcode: '124', priceUSD: null, priceLRD: '380.00' },
  ];
  const ROWS = [
    row(2, 'ask', { name: 'Club Beer', candidates: CANDIDATES }),
    row(3, 'wrong', { name: 'Tonic', message: 'A new product needs a price' }),
    row(4, 'new', { name: 'Gin', fields: [{ field: 'priceUSD', before: null, after: '5.00' }] }),
    row(5, 'unchanged', { name: 'Water' }),
  ];
  const WRONG = { unchanged: 1, rows: ROWS };

  it('imports the list, clears the cache and leaves', async () => {
    const { requests, leave } = open(({ body }) => ({
      body: 'dryRun' in (body as object) ? answer() : { created: 1, updated: 0, unchanged: 0, errors: [] },
    }));
    await heading('Check the list');
    press('Import');
    await waitFor(() => expect(leave).toHaveBeenCalled());
    expect(imports(requests)[1]).toEqual({ file: btoa('name,price\n'), columns: ['name', 'price'] });
    expect(takeFlashMessage()).toEqual({ created: 1, updated: 0 });
  });

  it('counts in the button what goes in, and sends what was chosen', async () => {
    const { requests, leave } = open(({ body }) => {
      const { dryRun, rows } = body as { dryRun?: true; rows?: object };
      if (!dryRun) return { body: { created: 1, updated: 1, unchanged: 1, errors: [] } };
      const answered = ROWS.map((other) =>
        other.line === 2 ? { ...other, state: 'changed' as const } : other,
      );
      return rows ? mistaken({ ...WRONG, updated: 1, rows: answered }) : mistaken(WRONG);
    });
    await heading('Check the list');
    expect(screen.getByText('A new product needs a price').textContent).toContain('Line 3');
    expect(screen.getByRole('button', { name: 'Import 2 of 4' })).toBeTruthy();
    const choice = select('Choose for Club Beer, line 2');
    expect([...choice.options].map(({ text }) => text)).toEqual([
      'Choose',
      'Club Beer · MBI · 123 · $2.00',
      'Club Beer · 124 · L$380.00',
      'New product',
      'Skip',
    ]);
    choose(choice, 'skip');
    expect(screen.getByRole('button', { name: 'Import 2 of 4' })).toBeTruthy();
    choose(choice, '8');
    await screen.findByRole('button', { name: 'Import 3 of 4' });
    press('Import 3 of 4');
    await waitFor(() => expect(leave).toHaveBeenCalled());
    const [, again, last] = imports(requests);
    expect(again).toMatchObject({ rows: { 2: 8 }, dryRun: true });
    expect(last).toMatchObject({ rows: { 2: 8 }, skipWrong: true });
    expect(last).not.toHaveProperty('dryRun');
  });

  it('stops when an answered row turns out to be wrong', async () => {
    const { requests, leave } = open(({ body }) => {
      const { rows } = body as { rows?: object };
      const wrong = ROWS.map((other) => (other.line === 2 ? { ...other, state: 'wrong' as const } : other));
      return mistaken({ ...WRONG, rows: rows ? wrong : ROWS });
    });
    await heading('Check the list');
    choose(select('Choose for Club Beer, line 2'), 'new');
    fireEvent.click(await screen.findByRole('button', { name: 'Import 3 of 4' }));
    expect(await screen.findByText(/^Nothing is imported yet/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Import 2 of 4' })).toBeTruthy();
    expect(imports(requests)).toHaveLength(2);
    expect(leave).not.toHaveBeenCalled();
  });

  it('is shown again when products changed before the import', async () => {
    const fields = [{ field: 'stock' as const, before: '5', after: '24' }];
    const { leave } = open(({ body }, count) => {
      if (!('dryRun' in (body as object))) return mistaken(WRONG);
      return {
        body:
          count === 1 ? answer() : answer({ updated: 1, created: 0, rows: [row(2, 'changed', { fields })] }),
      };
    });
    await heading('Check the list');
    press('Import');
    expect(await screen.findByText(/^Nothing is imported yet/)).toBeTruthy();
    expect(screen.getByText('Import failed')).toBeTruthy();
    expect(screen.getByText('The list has mistakes.')).toBeTruthy();
    expect(screen.getByText('Stock: 5 → 24')).toBeTruthy();
    expect(leave).not.toHaveBeenCalled();
  });

  it('stays with the reason when the import is refused for another one', async () => {
    const { requests, leave } = open(({ body }) =>
      'dryRun' in (body as object)
        ? { body: answer() }
        : refusal(403, 'forbidden', 'Only managers import lists'),
    );
    await heading('Check the list');
    press('Import');
    await waitFor(() => expect(screen.getAllByText('Only managers import lists')).toHaveLength(2));
    expect(imports(requests)).toHaveLength(2);
    expect(leave).not.toHaveBeenCalled();
  });

  it('sends the same key again after a lost answer', async () => {
    const { requests, leave } = open(({ body }, count) => {
      if ('dryRun' in (body as object)) return { body: answer() };
      return count === 2 ? refusal(500, 'internal', 'oh') : { body: { created: 1, updated: 0 } };
    });
    await heading('Check the list');
    press('Import');
    await screen.findByText('Import failed');
    press('Import');
    await waitFor(() => expect(leave).toHaveBeenCalled());
    const keys = requests
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[2]).toBe(keys[1]);
  });

  it('says what changes, asks about a large change, and warns of stock and unused prices', async () => {
    const field = <F extends string>(name: F, before: string | null, after: string | null) => ({
      field: name,
      before,
      after,
    });
    const rows = [
      row(2, 'new', { name: 'Gin', fields: [field('name', null, 'Gin'), field('priceUSD', null, '5.00')] }),
      row(3, 'changed', {
        name: 'Rice',
        fields: [field('isAvailable', '1', '0'), field('brand', 'House', null)],
      }),
      row(4, 'changed', {
        name: 'Club Beer',
        fields: [field('priceUSD', '2.00', '20.00'), field('stock', '5', '24')],
      }),
    ];
    const ignoredPrices = [{ line: 3, name: 'Water', currency: 'USD' as const, price: '0.75', used: '0.50' }];
    open({ body: answer({ updated: 2, rows, ignoredPrices, ignoredColumns: ['colour'] }) });
    const list = await screen.findByRole('list', { name: 'Changed' });
    await within(list).findByText(/Is that right/);
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Club BeerUSD Price: $2.00 → $20.00Stock: 5 → 24The price changes from $2.00 to $20.00. Is that right?',
      'RiceAvailable: on the menu → not on the menuBrand: House → none',
    ]);
    expect(screen.getByRole('list', { name: 'New' }).textContent).toBe('GinUSD Price: $5.00');
    expect(
      screen.getByText(/^The stock in the file replaces the stock on the shelf, of one product\./),
    ).toBeTruthy();
    expect(screen.getByText('Line 3, Water: price says $0.75, priceUSD makes it $0.50')).toBeTruthy();
    expect(screen.getByText('These columns are not used: colour')).toBeTruthy();
  });

  it('names the heading of a wrong cell, and mistakes of no row', async () => {
    const errors = [
      { line: 3, column: 'price' as const, message: 'Must have at most 2 decimals' },
      { line: 9, column: null, message: 'Has 3 cells' },
    ];
    open(mistaken({ errors, created: 0, rows: [row(3, 'wrong')] }));
    const wrong = await screen.findByRole('list', { name: 'Wrong' });
    expect(wrong.textContent).toBe('Bottle 3Line 3, Price Must have at most 2 decimals');
    expect(screen.getByRole('list', { name: 'Mistakes' }).textContent).toBe('Line 9 Has 3 cells');
    const submit = screen.getByRole('button', { name: 'Import 0 of 1' }) as HTMLButtonElement;
    expect(submit.disabled).toBe(true);
    expect(screen.getByText('No row can be imported')).toBeTruthy();
  });

  it('says where the encoding was guessed, and how many rows are not listed', async () => {
    const format = { ...answer().format, encoding: 'windows-1252' as const };
    const rows = [row(2, 'new', { name: 'Café' }), row(3, 'new')];
    open({ body: answer({ format, rows, created: 2_500 }) });
    expect(await screen.findByText('Read as Windows-1252. Look at the names with accents.')).toBeTruthy();
    expect(screen.getByText('Such as “Café”.')).toBeTruthy();
    expect(screen.getByText('And 2,498 more')).toBeTruthy();
  });

  it('is read in the other encoding when a person says so', async () => {
    const { requests } = open(({ body }) => {
      const encoding = (body as { encoding?: 'macintosh' }).encoding ?? ('windows-1252' as const);
      return { body: answer({ format: { ...answer().format, encoding } }) };
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Read it as Mac Roman' }));
    expect(await screen.findByRole('button', { name: 'Read it as Windows-1252' })).toBeTruthy();
    expect(imports(requests)[1]).toMatchObject({ encoding: 'macintosh' });
    press('Import');
    await waitFor(() => expect(imports(requests)[2]).toMatchObject({ encoding: 'macintosh' }));
  });
});
