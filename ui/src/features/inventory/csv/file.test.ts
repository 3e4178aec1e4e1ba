/** Reading CSV files, naming exports, and the message after an import. */
import { expect, it, vi } from 'vitest';
import { deviceDate } from '../../../lib/format';
import { fileName, IMPORT_MAX_BYTES, readCsv } from './file';
import { setFlashMessage, takeFlashMessage } from './flashMessage';

const file = (bytes: BlobPart, name = 'list.csv') => new File([bytes], name);

it('reads UTF-8, with or without a byte order mark', async () => {
  expect(await readCsv(file('name\nCafé\n'))).toBe('name\nCafé\n');
  expect(await readCsv(file(new Uint8Array([0xef, 0xbb, 0xbf, 0x61]), 'LIST.CSV'))).toBe('a');
});

it('refuses files of another type, encoding or size', async () => {
  await expect(readCsv(file('x', 'list.xlsx'))).rejects.toThrow('Choose a .csv file');
  await expect(readCsv(file(new Uint8Array([0x43, 0xe9])))).rejects.toThrow('not UTF-8');
  const large = file('x');
  vi.spyOn(large, 'size', 'get').mockReturnValue(IMPORT_MAX_BYTES + 1);
  await expect(readCsv(large)).rejects.toThrow('larger than 8 MB');
});

it('takes the file name from the server, or makes one', () => {
  const named = (value: string) => new Response(null, { headers: { 'Content-Disposition': value } });
  expect(fileName(named('attachment; filename="inventory-2026-11-20.csv"'))).toBe('inventory-2026-11-20.csv');
  expect(fileName(named('attachment; filename="../x.csv"'))).toBe(`inventory-${deviceDate()}.csv`);
  expect(fileName(new Response())).toBe(`inventory-${deviceDate()}.csv`);
});

it('keeps a flash message until it is read once', () => {
  setFlashMessage({ created: 3, updated: 1 });
  expect(takeFlashMessage()).toEqual({ created: 3, updated: 1 });
  expect(takeFlashMessage()).toBeNull();
});
