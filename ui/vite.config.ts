/** How the screens are built, served while working on them, and tested. */
import { NodePackageImporter } from 'sass';
import { defineConfig } from 'vitest/config';
import { menuPage } from './scripts/menu-page.ts';
import { trimIcons } from './scripts/trim-icons.ts';
import { trimPico } from './scripts/trim-pico.ts';

/** The box that `npm run dev` talks to. */
const BOX = 'http://127.0.0.1:8080';

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
  plugins: [trimIcons(), menuPage()],
  resolve: {
    alias: {
      // The router's shim for old Reacts is CommonJS and would keep all of the compat layer in the bundle.
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
    // The oldest WebView that the bar's phones carry.
    target: 'chrome108',
    cssTarget: 'chrome108',
    manifest: '.vite/screens.json',
    // Lists of what each screen imports would weigh on the sign-in page more than they save: main.tsx asks for the
    // shell and the screen at once, and the parts that they share follow together.
    modulePreload: false,
    // Libraries mark their files 'use client' for server rendering, which there is none of here.
    rolldownOptions: {
      checks: { moduleLevelDirective: false },
      // The sign-in page names every other file, and would pay for the names of all of them.
      output: { chunkFileNames: 'assets/[hash].js', assetFileNames: 'assets/[hash][extname]' },
    },
    // An inlined font or image would need `data:` in more directives than the box allows.
    assetsInlineLimit: 0,
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      ['/api', '/healthz', '/t/', '/m'].map((path) => [path === '/m' ? '^/m$' : path, { target: BOX }]),
    ),
  },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test/setup.ts'],
    restoreMocks: true,
    // A machine that builds beside the tests is slow.
    testTimeout: 20_000,
  },
});
