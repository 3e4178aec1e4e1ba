/** Vite plugin: leaves out the mutations of @tanstack/query-core, because writes are `useWrite`'s (src/api/forms/useWrite.ts). */
import type { Plugin } from 'vite';

/** What the library's client calls on a cache of mutations that has none. */
const NO_MUTATIONS = `export class MutationCache {
  clear() {}
  findAll() { return []; }
  resumePausedMutations() { return Promise.resolve(); }
}`;

export function trimQuery(): Plugin {
  return {
    name: 'trim-query',
    apply: 'build',
    transform: {
      filter: { id: /\/query-core\/build\/modern\/mutationCache\.js$/ },
      handler: () => ({ code: NO_MUTATIONS, map: null }),
    },
  };
}
