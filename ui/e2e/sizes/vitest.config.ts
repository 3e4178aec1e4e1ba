/** Configuration of `npm run sizes`: every screen and sheet at all sizes of screen and text, in both themes. Takes ten minutes. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('.', import.meta.url).pathname,
    include: ['*.sizes.ts'],
    testTimeout: 600_000,
    hookTimeout: 60_000,
    // As in e2e/vitest.config.ts.
    maxWorkers: 2,
  },
});
