/** Reads the Vite manifests of the builds, screens, public menus and head office, and their files. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

export const UI = new URL('..', import.meta.url).pathname;

/** The manifest of a build, `screens`, `menu` or `head`: its chunks by their entry module. */
export const manifestOf = (build) => JSON.parse(readFileSync(join(UI, `build-${build}.json`), 'utf8'));

/** A file of a build in `dist` or `dist-head`; scripts and styles are kept compressed. */
export function built(file, dist = 'dist') {
  const plain = join(UI, dist, file);
  return existsSync(plain) ? readFileSync(plain) : gunzipSync(readFileSync(`${plain}.gz`));
}

/** The files of these chunks and of their static imports, without duplicates, in import order. */
export function filesOf(manifest, keys) {
  const seen = new Set();
  const visit = (key) => {
    if (seen.has(key)) return;
    if (!manifest[key]) throw new Error(`the build has no ${key}`);
    seen.add(key);
    for (const imported of manifest[key].imports ?? []) visit(imported);
  };
  for (const key of keys) visit(key);
  return [...new Set([...seen].flatMap((key) => [manifest[key].file, ...(manifest[key].css ?? [])]))];
}
