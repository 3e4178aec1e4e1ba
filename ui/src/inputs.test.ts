/** Checks how figures are typed: in text fields, because a browser swallows the decimal comma of a field of type number. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const UI = import.meta.dirname;
/** As an attribute, in an object of attributes, or set on an element. */
const NUMBER = /\btype\s*[=:]\s*\{?\s*["'`]number["'`]/;

it('no field is of type number', () => {
  const files = readdirSync(UI, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => NUMBER.test(readFileSync(join(UI, file), 'utf8')))).toEqual([]);
  for (const field of ['<input type="number" />', "<Field type={'number'} />", "{ type: 'number' }"])
    expect(NUMBER.test(field), field).toBe(true);
});
