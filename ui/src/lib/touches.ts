/** Touches of the screen: nothing may move under a thumb, and a tap counts only for what was there when it was aimed. */

/** How long nothing may move after the last finger has left, and how soon a second tap at a place repeats the first. */
export const SETTLE_MS = 400;
/** A second tap this close to the first is at the same place. */
const SAME_PLACE_PX = 32;

interface Press {
  x: number;
  y: number;
  /** As `performance.now()` tells it. */
  at: number;
}

let fingers = 0;
let settled = true;
let timer: ReturnType<typeof setTimeout> | undefined;
let last: Press | null = null;
let before: Press | null = null;
const waiting = new Set<() => void>();

/** Calls `run` at once, or 400 ms after the last finger has left the screen. The returned function cancels it. */
export function whenUntouched(run: () => void): () => void {
  if (settled) {
    run();
    return () => {};
  }
  waiting.add(run);
  return () => void waiting.delete(run);
}

/** Whether the last tap repeats one that was aimed at what stood at its place before `since`. */
export function wasAimedBefore(since: number): boolean {
  // A click without a tap since then is one of the keyboard.
  if (!last || !before || last.at < since || before.at >= since) return false;
  if (last.at - before.at > SETTLE_MS) return false;
  return Math.hypot(last.x - before.x, last.y - before.y) <= SAME_PLACE_PX;
}

function touched(count: number): void {
  fingers = count;
  settled = false;
  clearTimeout(timer);
  if (fingers === 0) timer = setTimeout(settle, SETTLE_MS);
}

function settle(): void {
  settled = true;
  const ready = [...waiting];
  waiting.clear();
  for (const run of ready) run();
}

/** Listens at the target itself: when that is removed while the finger is down, the end of the touch does not reach the document. */
function onTouchStart({ target, touches }: TouchEvent): void {
  touched(touches.length);
  const onChange = (event: Event) => {
    const { touches: left, targetTouches } = event as TouchEvent;
    touched(left.length);
    if (targetTouches.length > 0) return;
    target?.removeEventListener('touchend', onChange);
    target?.removeEventListener('touchcancel', onChange);
  };
  target?.addEventListener('touchend', onChange);
  target?.addEventListener('touchcancel', onChange);
}

const watching = { capture: true, passive: true };
document.addEventListener('touchstart', onTouchStart, watching);
// A mouse button counts as it goes down and up, and not while it is held: its release is not always reported.
for (const type of ['mousedown', 'mouseup'])
  document.addEventListener(type, () => touched(fingers), watching);
document.addEventListener(
  'pointerdown',
  ({ clientX: x, clientY: y, timeStamp: at }) => {
    before = last;
    last = { x, y, at };
  },
  watching,
);
