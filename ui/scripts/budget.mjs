/** Size budget: fails when the gzipped scripts or styles of a page exceed their limit. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { built, filesOf, manifestOf, UI } from './manifest.mjs';

/** Limits in bytes, gzipped; lower for the first pages on a phone with an empty cache. */
const LIMIT_JS = { '/login': 20_000, '/menu': 15_000, 'head /login': 20_000 };
const SCREEN_JS = 60_000;
const ROUTE_CSS = 14_000;

const ENTRY = 'index.html';
const SHELL = 'src/app/Shell.tsx';
const screens = manifestOf('screens');
const size = (file, dist) => gzipSync(built(file, dist), { level: 9 }).length;

/** The pages of the settings with their modules, parsed from their list. */
function settingsPages(screen) {
  const list = readFileSync(join(UI, 'src/features/settings/pages.ts'), 'utf8');
  const pages = [...list.matchAll(/id: '([^']+)', .*import\('\.\/([^']+)'\)/g)];
  if (pages.length === 0) throw new Error('no pages found in src/features/settings/pages.ts');
  return pages.map(([, id, module]) => [
    `/settings/${id}`,
    [...screen, `src/features/settings/${module}.tsx`],
  ]);
}

/** The modules that each route loads, parsed from src/app/routes.ts: its screen and style sheets. */
function routes() {
  const table = readFileSync(join(UI, 'src/app/routes.ts'), 'utf8');
  const found = [...table.matchAll(/path: '([^']+)',\s+access: ([^\n]+),\s+load: \(\) =>\s+(.+?),\n/gs)].map(
    ([, path, access, load]) => {
      const loaded = [...load.matchAll(/import\('\.\.\/([^']+)'\)/g)].map(([, module]) =>
        module.endsWith('.css') ? `src/${module}` : `src/${module}.tsx`,
      );
      return [path, access === "'public'" ? [ENTRY, ...loaded] : [ENTRY, SHELL, ...loaded]];
    },
  );
  return found.flatMap(([path, modules]) =>
    path === '/settings/:page?' ? [[path, modules], ...settingsPages(modules)] : [[path, modules]],
  );
}

/** The screens of head office that have files of their own; the others are in the shell's. */
function headPages() {
  const manifest = manifestOf('head');
  const shell = ['head.html', 'src/head/app/Shell.tsx'];
  const own = Object.keys(manifest).filter((key) => /^src\/head\/features\/.*Screen\.tsx$/.test(key));
  return [
    ['head /login', ['head.html']],
    ['head /', shell],
    ...own.map((key) => [`head ${key.split('/').at(-2)}`, [...shell, key]]),
  ].map(([page, keys]) => [page, filesOf(manifest, keys), 'dist-head']);
}

const sum = (files, ending, dist) =>
  files.filter((file) => file.endsWith(ending)).reduce((total, file) => total + size(file, dist), 0);
const theme = size('theme.js');
const staff = [['/login', [ENTRY]], ['shell', [ENTRY, SHELL]], ...routes()];
const named = new Set(staff.flatMap(([, keys]) => keys));
const unrouted = Object.keys(screens).filter(
  (key) => /^src\/features\/.*Screen\.tsx$/.test(key) && !named.has(key),
);
if (unrouted.length > 0) throw new Error(`no route in src/app/routes.ts loads ${unrouted.join(', ')}`);

const pages = [
  ...staff.map(([page, keys]) => [page, filesOf(screens, keys)]),
  ['/menu', filesOf(manifestOf('menu'), ['menu.html'])],
  ...headPages(),
];

let over = false;
for (const [page, files, dist] of pages) {
  const js = sum(files, '.js', dist) + theme;
  const css = sum(files, '.css', dist);
  const jsLimit = LIMIT_JS[page] ?? SCREEN_JS;
  const bad = js > jsLimit || css > ROUTE_CSS;
  over ||= bad;
  process.stdout.write(
    `${bad ? 'OVER' : 'ok  '} ${page.padEnd(22)} js ${String(js).padStart(6)} of ${jsLimit}   css ${String(css).padStart(6)} of ${ROUTE_CSS}\n`,
  );
}
process.exitCode = over ? 1 : 0;
