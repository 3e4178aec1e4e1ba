/** Checks the imports between folders, as ui/README.md gives them (app → features → parts → ui, api → lib), folder sizes, and names of style sheets. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, parse, relative } from 'node:path';
import { expect, it } from 'vitest';

const UI = import.meta.dirname;

/** The folders that each folder may import from, besides itself. */
const ALLOWED: Record<string, readonly string[]> = {
  app: ['features', 'parts', 'ui', 'api', 'lib', 'styles'],
  features: ['parts', 'ui', 'api', 'lib', 'styles'],
  parts: ['ui', 'api', 'lib', 'styles'],
  ui: ['lib', 'styles'],
  api: ['lib'],
  // Head office: a page of its own, which nothing of the box imports.
  head: ['ui', 'api', 'lib', 'styles'],
  lib: [],
};
/** Files directly in one folder. */
const FOLDER_FILES_MAX = 20;

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
const describeImport = ({ from, to }: Import) => `${from} imports ${to}`;

it('finds the imports', () => expect(imports.length).toBeGreaterThan(500));

it('keeps folders small: at most 20 files, more go into sub-folders', () => {
  const counts = new Map<string, number>();
  for (const entry of readdirSync(UI, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) counts.set(entry.parentPath, (counts.get(entry.parentPath) ?? 0) + 1);
  }
  const full = [...counts]
    .filter(([, count]) => count > FOLDER_FILES_MAX)
    .map(([folder]) => relative(UI, folder));
  expect(full).toEqual([]);
});

it('lets every folder import only from those below it', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [folder = '', other = ''] = [from, to].map((path) => path.split('/')[0]);
    return folder !== other && !ALLOWED[folder]?.includes(other);
  });
  expect(wrong.map(describeImport)).toEqual([]);
});

it('lets no feature import another: what several need is a part', () => {
  const feature = (path: string) => /^(?:head\/)?features\/[^/]+/.exec(path)?.[0];
  const wrong = imports.filter(
    ({ from, to }) =>
      feature(from) !== undefined && feature(to) !== undefined && feature(from) !== feature(to),
  );
  expect(wrong.map(describeImport)).toEqual([]);
});

it('names a style sheet after its folder or a module beside it', () => {
  const kebab = (name: string) => name.replace(/(?<=.)([A-Z])/g, '-$1').toLowerCase();
  const sheets = readdirSync(UI, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.css') && !/^(?:head\/)?styles\//.test(file),
  );
  expect(sheets.length).toBeGreaterThan(30);
  const wrong = sheets.filter((file) => {
    const name = basename(file, '.css');
    const folder = dirname(file);
    const modules = readdirSync(join(UI, folder)).filter((beside) => /\.tsx?$/.test(beside));
    return basename(folder) !== name && !modules.some((module) => kebab(parse(module).name) === name);
  });
  expect(wrong).toEqual([]);
});
