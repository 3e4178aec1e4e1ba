/** Reading the chosen file. */
import { expect, it, vi } from 'vitest';
import { IMPORT_MAX_BYTES, readFile } from './file';

it('gives the bytes in base64, whatever they are', async () => {
  expect(await readFile(new File(['name\n'], 'list.csv'))).toBe(btoa('name\n'));
  expect(await readFile(new File([new Uint8Array([0x43, 0xe9, 0x00])], 'LIST.XLSX'))).toBe('Q+kA');
});

it('refuses other files and large ones', async () => {
  await expect(readFile(new File(['x'], 'list.pdf'))).rejects.toThrow(
    'Choose a .csv, .txt, .tsv or .xlsx file',
  );
  const large = new File(['x'], 'list.tsv');
  vi.spyOn(large, 'size', 'get').mockReturnValue(IMPORT_MAX_BYTES + 1);
  await expect(readFile(large)).rejects.toThrow('larger than 6 MB');
});
