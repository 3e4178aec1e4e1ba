/** Vite configuration of head office's screens: a build of its own in dist-head, which `barback-head` serves. */
import { mergeConfig } from 'vitest/config';
import screens from './vite.config.ts';

/** The head office that `vite --config vite.head.config.ts` forwards API calls to. */
const HEAD = 'http://127.0.0.1:8090';

export default mergeConfig(screens, {
  build: {
    outDir: 'dist-head',
    manifest: '.vite/head.json',
    rolldownOptions: {
      input: 'head.html',
      // What several screens use goes into one file: by itself the bundler makes many of a few hundred bytes.
      output: {
        codeSplitting: {
          groups: [{ name: 'shared', test: /src\/(ui|api|lib|head\/(api|lib|parts))\/|node_modules/ }],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: HEAD }, '/healthz': { target: HEAD } } },
});
