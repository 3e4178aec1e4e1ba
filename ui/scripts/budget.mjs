/** Checks what a phone fetches before each first screen shows, gzipped; fails when a limit is passed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const SIGN_IN_JS = 20_000;
const ROUTE_JS = 60_000;
const CSS = 13_000;

const UI = new URL('..', import.meta.url).pathname;
const manifest = JSON.parse(readFileSync(join(UI, 'build-manifest.json'), 'utf8'));
const size = (file) => gzipSync(readFileSync(join(UI, 'dist', file)), { level: 9 }).length;

/** The files of these chunks and of all that they import statically. */
function filesOf(keys) {
  const seen = new Set();
  const visit = (key) => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const imported of manifest[key].imports ?? []) visit(imported);
  };
  for (const key of keys) visit(key);
  return [...seen].map((key) => manifest[key].file).filter((file) => file.endsWith('.js'));
}

const sum = (files) => files.reduce((total, file) => total + size(file), 0);
const theme = size('theme.js');
const ENTRY = 'index.html';
const SHELL = 'src/app/Shell.tsx';
const screens = Object.keys(manifest).filter((key) => manifest[key].isDynamicEntry && key !== SHELL);

const rows = [
  ['sign-in', sum(filesOf([ENTRY])) + theme, SIGN_IN_JS],
  ['shell', sum(filesOf([ENTRY, SHELL])) + theme, ROUTE_JS],
  ...screens.map((key) => [key, sum(filesOf([ENTRY, SHELL, key])) + theme, ROUTE_JS]),
  [
    'css',
    Object.values(manifest)
      .filter(({ file }) => file.endsWith('.css'))
      .reduce((n, { file }) => n + size(file), 0),
    CSS,
  ],
];
for (const [name, bytes, limit] of rows) {
  process.stdout.write(
    `${bytes > limit ? 'OVER ' : 'ok   '}${String(bytes).padStart(6)} of ${limit}  ${name}\n`,
  );
}
process.exitCode = rows.some(([, bytes, limit]) => bytes > limit) ? 1 : 0;
