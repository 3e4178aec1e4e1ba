/**
 * Compresses the files of the build (.br and .gz) and moves the Vite manifests out of it. Of scripts and styles only the compressed
 * files stay: the program is smaller without the plain ones, and unpacks a .gz for the rare client that takes no compressed file.
 */
import { readdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

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
  const compressed = {
    br: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    gz: gzipSync(bytes, { level: 9 }),
  };
  for (const [suffix, data] of Object.entries(compressed)) {
    if (data.length < bytes.length) writeFileSync(`${file}.${suffix}`, data);
  }
  if (compressed.gz.length < bytes.length && UNPACKED.has(extname(file))) rmSync(file);
}
