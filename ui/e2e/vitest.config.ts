/** Configuration of the browser tests: the built screens, served by the real binary, in Chromium. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('.', import.meta.url).pathname,
    include: ['**/*.e2e.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    // Each file has a box and a browser of its own. More than two at a time only wait for each other on a machine with two cores.
    maxWorkers: 2,
    // In CI a failed test is retried once; the output still names it.
    retry: process.env.CI ? 1 : 0,
  },
});
