/** Drops what an icon says of itself and no screen reads: a build step that touches the icons of lucide alone. */
import type { Plugin } from 'vite';

const ICON = /\/lucide-react\/dist\/esm\/icons\//;

/** A random key for each stroke, which does not compress, though strokes never change places; and older names. */
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
