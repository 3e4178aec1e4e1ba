/** Configuration of the browser tests: the built screens, served by the real binary, in Chromium. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('.', import.meta.url).pathname,
    include: ['**/*.e2e.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One box and one browser at a time, for small machines.
    fileParallelism: false,
    // In CI a failed test is retried once; the output still names it.
    retry: process.env.CI ? 1 : 0,
  },
});
