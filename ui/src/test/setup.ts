/** Before every test: an empty browser. After it: an empty page. */
import { cleanup, configure } from '@testing-library/preact';
import { afterEach, beforeEach, vi } from 'vitest';

/** Nothing is painted here: what waits for a paint comes at once. */
vi.mock('../lib/render/afterPaint', () => ({
  afterPaint(run: () => void) {
    run();
    return () => {};
  },
}));

/** How long findBy and waitFor look: a machine that builds beside the tests is slow. */
configure({ asyncUtilTimeout: 4_000 });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
