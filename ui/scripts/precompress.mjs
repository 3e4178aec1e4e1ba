/**
 * Compresses the files of the builds (.gz) and moves the Vite manifests out of them. Of scripts and styles only the compressed
 * files stay: the program is smaller without the plain ones, and unpacks a .gz for the rare client that takes no compressed file.
 */
import { readdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { UI } from './manifest.mjs';

const COMPRESSIBLE = new Set(['.html', '.js', '.css', '.svg', '.json', '.webmanifest', '.txt']);
const UNPACKED = new Set(['.js', '.css']);

// A server looks for the page under this name.
renameSync(join(UI, 'dist-head/head.html'), join(UI, 'dist-head/index.html'));

/** The pages of each folder: `barback` serves `dist`, `barback-head` serves `dist-head`. */
const BUILDS = { dist: ['screens', 'menu'], 'dist-head': ['head'] };

for (const [folder, pages] of Object.entries(BUILDS)) {
  const dist = join(UI, folder);
  // The budget check reads the manifests; the server does not need them.
  for (const page of pages) renameSync(join(dist, `.vite/${page}.json`), join(UI, `build-${page}.json`));
  rmdirSync(join(dist, '.vite'));
  compress(dist);
}

function compress(dist) {
  for (const entry of readdirSync(dist, { recursive: true })) {
    const file = join(dist, entry);
    if (!statSync(file).isFile() || !COMPRESSIBLE.has(extname(file))) continue;
    const bytes = readFileSync(file);
    const compressed = gzipSync(bytes, { level: 9 });
    if (compressed.length >= bytes.length) continue;
    writeFileSync(`${file}.gz`, compressed);
    if (UNPACKED.has(extname(file))) rmSync(file);
  }
}
