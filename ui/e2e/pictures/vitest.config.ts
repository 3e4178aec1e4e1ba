/** Configuration of `npm run pictures`: takes the handbook's screenshots from the running product. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('.', import.meta.url).pathname,
    include: ['*.pictures.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One box and one browser at a time, as in e2e/vitest.config.ts.
    fileParallelism: false,
    bail: 1,
  },
});
