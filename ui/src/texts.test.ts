/** Checks that every text quoted in the specification is in the source, to the letter. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { frame } from './test/texts/frame';
import { head } from './test/texts/head';
import { managing } from './test/texts/managing';
import { selling } from './test/texts/selling';
import { splitting } from './test/texts/splitting';
import { stock } from './test/texts/stock';
import { tills } from './test/texts/tills';

const UI = import.meta.dirname;

/** The texts themselves are in test/texts. */
const SCREENS = [...frame, ...stock, ...selling, ...splitting, ...tills, ...managing, ...head];

/** The string literals of a file, with `{}` for each value. Comments are removed first, because they hold apostrophes. */
function literals(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
  const found = code.match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [];
  return found.map((literal) =>
    literal
      .slice(1, -1)
      .replace(/\\(['"`\\])/g, '$1')
      .replace(/\$?\{[^{}]*\}/g, '{}'),
  );
}

function texts(folder: string, pattern: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => pattern.test(file))
    .flatMap((file) => literals(readFileSync(join(folder, file), 'utf8')));
}

const shown = new Set(texts(UI, /^(?!test\/)(?!.*(\.test\.|\.d\.ts)).*\.tsx?$/));

for (const { name, texts: quoted } of SCREENS) {
  it(`has the texts of the specification: ${name}`, () => {
    expect(
      quoted.filter((text) => !shown.has(text)),
      'these texts of the specification are missing: put them into the strings.ts of the screen',
    ).toEqual([]);
  });
}
