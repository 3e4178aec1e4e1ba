/** Browser tests: the built screens, served by the real binary, driven in Chromium. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('.', import.meta.url).pathname,
    include: ['**/*.e2e.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One box and one browser at a time: the machine that runs this may be a small one.
    fileParallelism: false,
    // Where nobody can look at once: what passes at the second try is named in the output all the same.
    retry: process.env.CI ? 1 : 0,
  },
});
