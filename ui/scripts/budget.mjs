/** Checks what a phone fetches before each first screen shows, gzipped; fails when a limit is passed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const SIGN_IN_JS = 20_000;
const ROUTE_JS = 60_000;
const ROUTE_CSS = 13_000;

const UI = new URL('..', import.meta.url).pathname;
const ENTRY = 'index.html';
const SHELL = 'src/app/Shell.tsx';
const manifest = JSON.parse(readFileSync(join(UI, 'build-manifest.json'), 'utf8'));
const size = (file) => gzipSync(readFileSync(join(UI, 'dist', file)), { level: 9 }).length;

/** The files of these chunks and of all that they import statically, each once. */
function filesOf(keys) {
  const seen = new Set();
  const visit = (key) => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const imported of manifest[key].imports ?? []) visit(imported);
  };
  for (const key of keys) visit(key);
  return [...new Set([...seen].flatMap((key) => [manifest[key].file, ...(manifest[key].css ?? [])]))];
}

/** What each address loads, as the table of routes names it: its screen, and styles beside it. */
function routes() {
  const table = readFileSync(join(UI, 'src/app/routes.ts'), 'utf8');
  return [...table.matchAll(/path: '([^']+)',\s+access: ([^\n]+),\s+load: \(\) =>\s+(.+?),\n/gs)].map(
    ([, path, access, load]) => {
      const loaded = [...load.matchAll(/import\('\.\.\/([^']+)'\)/g)].map(([, module]) =>
        module.endsWith('.css') ? `src/${module}` : `src/${module}.tsx`,
      );
      return [path, access === "'public'" ? [ENTRY, ...loaded] : [ENTRY, SHELL, ...loaded]];
    },
  );
}

const sum = (files, ending) =>
  files.filter((file) => file.endsWith(ending)).reduce((total, file) => total + size(file), 0);
const theme = size('theme.js');
const pages = [['/login', [ENTRY]], ['shell', [ENTRY, SHELL]], ...routes()];
const named = new Set(pages.flatMap(([, keys]) => keys));
const lost = Object.keys(manifest).filter(
  (key) => /^src\/features\/.*Screen\.tsx$/.test(key) && !named.has(key),
);
if (lost.length > 0) throw new Error(`no address of src/app/routes.ts loads ${lost.join(', ')}`);

let over = false;
for (const [page, keys] of pages) {
  const files = filesOf(keys);
  const js = sum(files, '.js') + theme;
  const css = sum(files, '.css');
  const jsLimit = page === '/login' ? SIGN_IN_JS : ROUTE_JS;
  const bad = js > jsLimit || css > ROUTE_CSS;
  over ||= bad;
  process.stdout.write(
    `${bad ? 'OVER' : 'ok  '} ${page.padEnd(22)} js ${String(js).padStart(6)} of ${jsLimit}   css ${String(css).padStart(6)} of ${ROUTE_CSS}\n`,
  );
}
process.exitCode = over ? 1 : 0;
