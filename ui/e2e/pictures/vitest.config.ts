/** `npm run pictures`: the handbook's pictures, taken from the running product as the browser tests drive it. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('.', import.meta.url).pathname,
    include: ['*.pictures.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One box and one browser at a time, as in the browser tests.
    fileParallelism: false,
    bail: 1,
  },
});
