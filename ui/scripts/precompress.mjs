/**
 * Compresses the files of the build (.gz) and moves the Vite manifests out of it. Of scripts and styles only the compressed
 * files stay: the program is smaller without the plain ones, and unpacks a .gz for the rare client that takes no compressed file.
 */
import { readdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const DIST = new URL('../dist', import.meta.url).pathname;
const COMPRESSIBLE = new Set(['.html', '.js', '.css', '.svg', '.json', '.webmanifest', '.txt']);
const UNPACKED = new Set(['.js', '.css']);

// The budget check reads the manifests; the server does not need them.
for (const page of ['screens', 'menu'])
  renameSync(join(DIST, `.vite/${page}.json`), join(DIST, `../build-${page}.json`));
rmdirSync(join(DIST, '.vite'));

for (const entry of readdirSync(DIST, { recursive: true })) {
  const file = join(DIST, entry);
  if (!statSync(file).isFile() || !COMPRESSIBLE.has(extname(file))) continue;
  const bytes = readFileSync(file);
  const compressed = gzipSync(bytes, { level: 9 });
  if (compressed.length >= bytes.length) continue;
  writeFileSync(`${file}.gz`, compressed);
  if (UNPACKED.has(extname(file))) rmSync(file);
}
