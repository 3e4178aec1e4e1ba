/** The committed types of head office's calls match the committed OpenAPI document. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const UI = join(import.meta.dirname, '../../..');
const GENERATOR = join(UI, 'tools/openapi-types/node_modules/openapi-typescript/bin/cli.js');
const DOCUMENT = join(UI, 'src/head/api/openapi.json');
const TYPES = join(UI, 'src/head/api/schema.d.ts');
/** The generator starts a compiler, which is slow on a small machine that runs other tests too. */
const TIMEOUT_MS = 60_000;

it('schema.d.ts is generated from openapi.json', { timeout: TIMEOUT_MS }, async () => {
  expect(
    existsSync(GENERATOR),
    'the generator is not installed: run `npm --prefix tools/openapi-types ci` in ui/',
  ).toBe(true);
  const folder = mkdtempSync(join(tmpdir(), 'barback-types-'));
  try {
    const fresh = join(folder, 'schema.d.ts');
    await promisify(execFile)(process.execPath, [GENERATOR, DOCUMENT, '--output', fresh]);
    const same = readFileSync(fresh, 'utf8') === readFileSync(TYPES, 'utf8');
    expect(
      same,
      'schema.d.ts differs from what openapi.json gives: run `npm run types` in ui/, then `npm run typecheck`',
    ).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
