/** What the builds wrote down about their chunks: the screens', and the public menus'. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const UI = new URL('..', import.meta.url).pathname;

/** The chunks of one build, `screens` or `menu`, by the module that each begins with. */
export const manifestOf = (build) => JSON.parse(readFileSync(join(UI, `build-${build}.json`), 'utf8'));

/** The files of these chunks and of all that they import statically, each once: the first chunk's own come first. */
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
