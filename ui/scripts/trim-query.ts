/** Vite plugin: leaves out the mutations of @tanstack/query-core, because writes are `useWrite`'s (src/api/forms/useWrite.ts). */
import type { Plugin } from 'vite';

/** What the library's client calls on a cache of mutations that has none. */
const NO_MUTATIONS = `export class MutationCache {
  clear() {}
  findAll() { return []; }
  resumePausedMutations() { return Promise.resolve(); }
}`;

/** What `useMutation` needs: a build that has it would fail on a phone, so it fails here. */
const OBSERVER = /\/query-core\/build\/modern\/mutationObserver\.js$/;

export function trimQuery(): Plugin {
  return {
    name: 'trim-query',
    apply: 'build',
    transform: {
      filter: { id: /\/query-core\/build\/modern\/mutationCache\.js$/ },
      handler: () => ({ code: NO_MUTATIONS, map: null }),
    },
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? Object.entries(file.modules) : [],
      );
      if (modules.some(([id, { renderedLength }]) => OBSERVER.test(id) && renderedLength > 0))
        this.error('useMutation is left out of the build (scripts/trim-query.ts): use useWrite');
    },
  };
}
