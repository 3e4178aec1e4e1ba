/** Reads the Vite manifests of the two builds: screens and public menus. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const UI = new URL('..', import.meta.url).pathname;

/** The manifest of a build, `screens` or `menu`: its chunks by their entry module. */
export const manifestOf = (build) => JSON.parse(readFileSync(join(UI, `build-${build}.json`), 'utf8'));

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
