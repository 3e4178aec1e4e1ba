/** Naming exports. */
import { expect, it } from 'vitest';
import { deviceDate } from '../../../lib/format';
import { fileName } from './file';

it('takes the file name from the server, or makes one', () => {
  const named = (value: string) => new Response(null, { headers: { 'Content-Disposition': value } });
  expect(fileName(named('attachment; filename="inventory-2026-11-20.csv"'))).toBe('inventory-2026-11-20.csv');
  expect(fileName(named('attachment; filename="../x.csv"'))).toBe(`inventory-${deviceDate()}.csv`);
  expect(fileName(new Response())).toBe(`inventory-${deviceDate()}.csv`);
});
