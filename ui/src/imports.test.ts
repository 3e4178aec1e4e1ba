/** Who may know whom, as ui/README.md says: app → features → ui, api → lib. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const UI = import.meta.dirname;

/** What each room may import from, beside itself. */
const MAY: Record<string, readonly string[]> = {
  app: ['features', 'ui', 'api', 'lib', 'styles'],
  features: ['ui', 'api', 'lib', 'styles'],
  ui: ['lib', 'styles'],
  api: ['lib'],
  lib: [],
};
/** What several screens do in the same way. */
const SHARED = ['clock', 'coins', 'lines', 'payment', 'voiding'];

interface Import {
  from: string;
  to: string;
}

function importsOf(file: string): Import[] {
  const source = readFileSync(join(UI, file), 'utf8');
  const named = [...source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)];
  return named.map(([, path = '']) => ({
    from: file,
    to: relative(UI, join(UI, dirname(file), path)),
  }));
}

const imports = readdirSync(UI, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|\/)test\//.test(file) && file.includes('/'))
  .flatMap(importsOf);
const told = ({ from, to }: Import) => `${from} imports ${to}`;

it('reads the imports', () => expect(imports.length).toBeGreaterThan(500));

it('lets every room know only those below it', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [room = '', other = ''] = [from, to].map((path) => path.split('/')[0]);
    return room !== other && !MAY[room]?.includes(other);
  });
  expect(wrong.map(told)).toEqual([]);
});

it('lets features know no other but those that are shared', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [room, feature] = from.split('/');
    const [otherRoom, other = ''] = to.split('/');
    return room === 'features' && otherRoom === 'features' && feature !== other && !SHARED.includes(other);
  });
  expect(wrong.map(told)).toEqual([]);
});
