/** Configuration of `npm run speed`: measures how fast a cheap phone shows the screens, without limits. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('.', import.meta.url).pathname,
    include: ['*.speed.ts'],
    testTimeout: 180_000,
    hookTimeout: 60_000,
    fileParallelism: false,
    bail: 1,
  },
});
