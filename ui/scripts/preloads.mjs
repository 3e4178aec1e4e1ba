/** Writes the preload links of the guests' pages; the server sends them in the Link header of each page. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf, manifestOf, UI } from './manifest.mjs';

const screens = manifestOf('screens');
const menus = manifestOf('menu');
/** The menu's font; without a preload the browser requests it only when it draws the first text. */
const FONT = 'node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2';
const menu = [...filesOf(menus, ['menu.html']), ...filesOf(menus, [FONT])];

/** The address of each page, its files, and its API calls. */
const PAGES = [
  ['/menu', menu, ['/api/menu', '/api/settings/public']],
  ['/customer-menu', menu, ['/api/menu', '/api/exchange-rate', '/api/settings/public']],
  ['/r/', filesOf(screens, ['index.html', 'src/features/receipts/GuestReceipt.tsx']), []],
];

const LINK_PARAMETERS = {
  css: 'rel=preload; as=style; crossorigin',
  js: 'rel=modulepreload',
  woff2: 'rel=preload; as=font; type="font/woff2"; crossorigin',
};
const link = (file) => `</${file}>; ${LINK_PARAMETERS[file.split('.').pop()]}`;

const lines = PAGES.map(([address, files, calls]) => {
  const fetched = calls.map((url) => `<${url}>; rel=preload; as=fetch; crossorigin=use-credentials`);
  return `${address} ${[...files.map(link), ...fetched].join(', ')}`;
});
writeFileSync(join(UI, 'dist/ahead.txt'), `${lines.join('\n')}\n`);
