/** Setup of every test file: empty storage before each test, an empty page after it. */
import { cleanup, configure } from '@testing-library/preact';
import { afterEach, beforeEach, vi } from 'vitest';

/** Nothing is painted in tests, so afterPaint runs its callback at once. */
vi.mock('../lib/render/afterPaint', () => ({
  afterPaint(run: () => void) {
    run();
    return () => {};
  },
}));

/** Timeout of findBy and waitFor: a machine that builds at the same time is slow. */
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
