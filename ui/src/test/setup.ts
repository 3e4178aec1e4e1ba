/** Before every test: an empty browser. After it: an empty page. */
import { cleanup, configure } from '@testing-library/preact';
import { afterEach, beforeEach, vi } from 'vitest';

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
