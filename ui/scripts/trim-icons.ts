/** Vite plugins for the icons of lucide-react: unused fields go, and each icon is imported from its own file. */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const ICON = /\/lucide-react\/dist\/esm\/icons\//;

/** The random key of each stroke, which compresses badly and is not needed because strokes keep their order; and alias names. */
const UNUSED = /,\s+(key: "\w+"|aliases: \[[^\]]*\])/g;

export function trimIcons(): Plugin {
  return {
    name: 'trim-icons',
    apply: 'build',
    transform: {
      filter: { id: ICON },
      handler: (code) => ({ code: code.replace(UNUSED, ''), map: null }),
    },
  };
}

const LIBRARY = new URL('../node_modules/lucide-react/dist/esm/lucide-react.mjs', import.meta.url);
const EXPORT = /export \{([^}]*)\} from '.\/icons\/([\w-]+)\.mjs'/g;
const IMPORT = /import \{([^}]*)\} from 'lucide-react';/g;

/** The library's index imports every icon, so with it `chunks.ts` would see every screen need all of them. */
export function ownIcons(): Plugin {
  const fileOf = new Map<string, string>();
  for (const [, names = '', file = ''] of readFileSync(LIBRARY, 'utf8').matchAll(EXPORT)) {
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) fileOf.set(name, file);
  }
  const importOf = (specifier: string) => {
    const [name = '', alias = name] = specifier.split(' as ');
    const file = fileOf.get(name);
    if (!file) throw new Error(`lucide-react has no icon ${name}`);
    return `import ${alias} from 'lucide-react/icons/${file}';`;
  };
  return {
    name: 'own-icons',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: /from 'lucide-react'/ },
      handler: (code) => ({
        code: code.replace(IMPORT, (_, names: string) =>
          names
            .split(',')
            .map((name) => name.trim())
            .filter((name) => name !== '' && !name.startsWith('type '))
            .map(importOf)
            .join(''),
        ),
        map: null,
      }),
    },
  };
}
