/** Locks an enrolled device by itself: some time after the last touch, and if the bar wants it after each sale. */
import { hooks, type Sent } from '../../../api/http/client';
import { read, write } from '../../../lib/state/storage';

/** The box is told of touches at most this often. */
export const ALIVE_EVERY_MS = 10_000;
/** Other tabs are told of touches at most this often. */
const SHARED_EVERY_MS = 1_000;
/** After a sale the change to give stays on the screen for so long. */
export const AFTER_SALE_MS = 5_000;
/** Storage key of the last touch in any tab of this browser, as `Date.now()` tells it. */
const TOUCHED = 'barback_touched';
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;

/** Sales, payments and sent orders, by their addresses. */
const SALE =
  /^\/api\/(sales(\/batch)?|credit(\/batch|\/bulk-pay|\/\d+\/pay)?|tabs\/payment|payments|orders(\/\d+\/(items|payment|credit))?)$/;

export const isSale = ({ method, path }: Sent): boolean => method === 'POST' && SALE.test(path);

interface AutoLock {
  /** In milliseconds. */
  lockAfterMs: number;
  lockAfterSale: boolean;
  onLock: () => void;
  onAlive: () => void;
}

/** Runs until the returned function is called. */
export function startAutoLock({ lockAfterMs, lockAfterSale, onLock, onAlive }: AutoLock): () => void {
  // Two clocks: that of the day jumps when it is set, the page's own stands still while the phone sleeps.
  let touched = { day: Date.now(), page: performance.now() };
  let aliveAt = Number.NEGATIVE_INFINITY;
  let sharedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout>;
  let saleTimer: ReturnType<typeof setTimeout> | undefined;

  const idleMs = () => Math.max(Date.now() - touched.day, performance.now() - touched.page);

  function check() {
    clearTimeout(timer);
    const left = lockAfterMs - idleMs();
    if (left <= 0) onLock();
    else timer = setTimeout(check, left);
  }

  function onTouch() {
    // The touch that wakes a phone comes before its timers.
    if (idleMs() >= lockAfterMs) return onLock();
    const page = performance.now();
    touched = { day: Date.now(), page };
    if (page - sharedAt >= SHARED_EVERY_MS) {
      sharedAt = page;
      write(TOUCHED, String(touched.day));
    }
    if (page - aliveAt >= ALIVE_EVERY_MS) {
      aliveAt = page;
      onAlive();
    }
  }

  /** A touch in another tab is one of the same person. */
  function onStorage({ key }: StorageEvent) {
    if (key !== TOUCHED) return;
    const day = Number(read(TOUCHED));
    if (day > touched.day && day <= Date.now()) touched = { day, page: performance.now() };
  }

  hooks.onSent = (sent) => {
    if (lockAfterSale && isSale(sent)) saleTimer ??= setTimeout(onLock, AFTER_SALE_MS);
  };
  write(TOUCHED, String(touched.day));
  const listening = { capture: true, passive: true };
  for (const type of TOUCHES) document.addEventListener(type, onTouch, listening);
  document.addEventListener('visibilitychange', check);
  addEventListener('focus', check);
  addEventListener('pageshow', check);
  addEventListener('storage', onStorage);
  timer = setTimeout(check, lockAfterMs);
  return () => {
    clearTimeout(timer);
    clearTimeout(saleTimer);
    hooks.onSent = undefined;
    for (const type of TOUCHES) document.removeEventListener(type, onTouch, listening);
    document.removeEventListener('visibilitychange', check);
    removeEventListener('focus', check);
    removeEventListener('pageshow', check);
    removeEventListener('storage', onStorage);
  };
}
