/** Waits for a pause in the input, so that work which can wait does not delay a key or a tap. */

/** The events that count as input. */
const INPUT_EVENTS = ['keydown', 'pointerdown', 'wheel'] as const;

let lastInput = Number.NEGATIVE_INFINITY;
for (const type of INPUT_EVENTS) {
  const note = () => {
    lastInput = performance.now();
  };
  addEventListener(type, note, { capture: true, passive: true });
}

/** Resolves once there was no key, tap or wheel for `ms` milliseconds: at once if there was none lately. */
export async function whenIdle(ms: number): Promise<void> {
  for (;;) {
    const left = lastInput + ms - performance.now();
    if (left <= 0) return;
    await new Promise((resolve) => setTimeout(resolve, left));
  }
}
