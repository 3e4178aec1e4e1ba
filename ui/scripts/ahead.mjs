/** Writes down what the pages of guests need beside the page itself: the box names it in the answer, all at once. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf, manifestOf, UI } from './manifest.mjs';

const screens = manifestOf('screens');
const menus = manifestOf('menu');
/** The letters that a menu is set in; otherwise they are asked for when the first line is drawn. */
const LETTERS = 'node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2';
const menu = [...filesOf(menus, ['menu.html']), ...filesOf(menus, [LETTERS])];

/** Addresses of guests, the files that they show, and what these ask the box for. */
const PAGES = [
  ['/menu', menu, ['/api/menu', '/api/settings/public']],
  ['/customer-menu', menu, ['/api/menu', '/api/exchange-rate', '/api/settings/public']],
  ['/r/', filesOf(screens, ['index.html', 'src/features/receipts/GuestReceipt.tsx']), []],
];

const AS = {
  css: 'rel=preload; as=style; crossorigin',
  js: 'rel=modulepreload',
  woff2: 'rel=preload; as=font; type="font/woff2"; crossorigin',
};
const link = (file) => `</${file}>; ${AS[file.split('.').pop()]}`;

const lines = PAGES.map(([address, files, calls]) => {
  const fetched = calls.map((url) => `<${url}>; rel=preload; as=fetch; crossorigin=use-credentials`);
  return `${address} ${[...files.map(link), ...fetched].join(', ')}`;
});
writeFileSync(join(UI, 'dist/ahead.txt'), `${lines.join('\n')}\n`);
