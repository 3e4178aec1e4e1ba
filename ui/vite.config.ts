/** Vite configuration of the screens: build, development server and unit tests. */
import { NodePackageImporter } from 'sass';
import { defineConfig } from 'vitest/config';
import { chunkOf } from './scripts/chunks.ts';
import { menuPage } from './scripts/menu-page.ts';
import { ownIcons, trimIcons } from './scripts/trim-icons.ts';
import { trimPico } from './scripts/trim-pico.ts';
import { trimQuery } from './scripts/trim-query.ts';

/** The box that `npm run dev` forwards API calls to. */
const BOX = 'http://127.0.0.1:8080';

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
  plugins: [ownIcons(), trimIcons(), trimQuery(), menuPage()],
  resolve: {
    alias: {
      // The router's shim for old React versions is CommonJS and would keep all of preact/compat in the bundle.
      'use-sync-external-store/shim/index.js': 'react',
    },
  },
  css: {
    postcss: { plugins: [trimPico()] },
    preprocessorOptions: {
      scss: { importers: [new NodePackageImporter()], silenceDeprecations: ['if-function'] },
    },
  },
  build: {
    // The oldest WebView on the bar's phones.
    target: 'chrome108',
    cssTarget: 'chrome108',
    manifest: '.vite/screens.json',
    // The preload lists of all screens would add more to the sign-in page than they save: main.tsx requests the shell and
    // the screen at once, and their shared chunks follow together.
    modulePreload: false,
    // Libraries mark files with 'use client' for server rendering, which is not used here.
    rolldownOptions: {
      checks: { moduleLevelDirective: false },
      // The sign-in page lists every other file, so short file names keep it small.
      output: {
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:6][extname]',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'first', tags: ['$initial'], priority: 1 },
            { name: chunkOf, test: /\.tsx?$|node_modules/ },
          ],
        },
      },
    },
    // An inlined font or image would need `data:` in directives of the Content-Security-Policy that do not allow it.
    assetsInlineLimit: 0,
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      ['/api', '/healthz', '/t/', '/m'].map((path) => [path === '/m' ? '^/m$' : path, { target: BOX }]),
    ),
  },
  test: {
    environment: './src/test/environment.ts',
    // Files that share a window and modules (src/test/setup.ts) need a third of the time.
    isolate: false,
    // A link that is pressed only changes the address.
    environmentOptions: { happyDOM: { settings: { navigation: { disableMainFrameNavigation: true } } } },
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test/setup.ts'],
    restoreMocks: true,
    // Threads start faster than processes. By itself Vitest leaves one core unused.
    pool: 'threads',
    maxWorkers: '100%',
    // A machine that builds at the same time is slow.
    testTimeout: 20_000,
    // In CI a failed test is retried once; the output still names it.
    retry: process.env.CI ? 1 : 0,
  },
});
