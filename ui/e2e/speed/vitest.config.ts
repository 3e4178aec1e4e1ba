/** `npm run speed`: what a cheap phone takes to show the screens, told and not judged. */
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
