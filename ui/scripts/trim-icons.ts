/** Vite plugin: removes unused fields from the icons of lucide-react. */
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
