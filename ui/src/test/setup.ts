/**
 * Setup of every test file: empty storage before each test, an empty page after it. The files of a worker share its window and modules
 * (`environment.ts`), so what a test leaves in a store is there in the next file too.
 */
import { cleanup, configure } from '@testing-library/preact';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { queryClient } from '../api/http/query';
import { reachableStore } from '../api/live/live';
import { toastStore } from '../ui/feedback/toast';
import { painting } from './painting';

vi.mock('../lib/render/afterPaint', async (original) => {
  const real = await original<typeof import('../lib/render/afterPaint')>();
  return {
    afterPaint(run: () => void) {
      if (painting.awaited) return real.afterPaint(run);
      run();
      return () => {};
    },
  };
});

/** Timeout of findBy and waitFor: a machine that builds at the same time is slow. */
configure({ asyncUtilTimeout: 4_000 });

/** Where the tests' pages are. */
const ORIGIN = 'http://localhost:3000/';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  // A step back beyond the first page of the worker leads to about:blank.
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(ORIGIN);
  history.replaceState(null, '', '/');
});

afterEach(() => {
  cleanup();
  // What still waits on the clock of this test would wait for ever.
  if (vi.isFakeTimers()) vi.runOnlyPendingTimers();
  document.body.replaceChildren();
  queryClient.clear();
  painting.awaited = false;
  reachableStore.set(true);
  toastStore.set(null);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

// A module whose loading is cut off at the end of a file would stay broken for the next one.
afterAll(() => vi.dynamicImportSettled());
