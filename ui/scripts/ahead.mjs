/** Writes down what the pages of guests need beside the page itself: the box names it in the answer, all at once. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const UI = new URL('..', import.meta.url).pathname;
const manifest = JSON.parse(readFileSync(join(UI, 'build-manifest.json'), 'utf8'));
const ENTRY = 'index.html';

/** Addresses of guests, the chunks that they show, and what these ask the box for. */
const PAGES = [
  ['/menu', ['src/features/menu/PlainMenu.tsx'], ['/api/menu']],
  ['/customer-menu', ['src/features/menu/CustomerMenu.tsx'], ['/api/menu', '/api/exchange-rate']],
  ['/r/', ['src/features/receipts/GuestReceipt.tsx'], []],
];

/** The chunks and all that they import, each once: the entry's own first, the page begins with them. */
function filesOf(keys) {
  const seen = new Set();
  const visit = (key) => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const imported of manifest[key].imports ?? []) visit(imported);
  };
  for (const key of keys) visit(key);
  return [...seen].flatMap((key) => [manifest[key].file, ...(manifest[key].css ?? [])]);
}

const link = (file) =>
  file.endsWith('.css') ? `</${file}>; rel=preload; as=style; crossorigin` : `</${file}>; rel=modulepreload`;

const lines = PAGES.map(([address, keys, calls]) => {
  for (const key of keys) if (!manifest[key]) throw new Error(`the build has no ${key}`);
  const files = filesOf([ENTRY, ...keys]);
  const fetched = calls.map((url) => `<${url}>; rel=preload; as=fetch; crossorigin=use-credentials`);
  return `${address} ${[...files.map(link), ...fetched].join(', ')}`;
});
writeFileSync(join(UI, 'dist/ahead.txt'), `${lines.join('\n')}\n`);
