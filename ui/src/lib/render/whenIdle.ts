/** Waits for a pause in the user's input, so that deferrable work does not delay a key or a tap. */

/** The events that count as input. */
const INPUT_EVENTS = ['keydown', 'pointerdown', 'wheel'] as const;

let lastInput = Number.NEGATIVE_INFINITY;
for (const type of INPUT_EVENTS) {
  const onInput = () => {
    lastInput = performance.now();
  };
  addEventListener(type, onInput, { capture: true, passive: true });
}

/** Resolves once there has been no key, tap or wheel event for `ms` milliseconds; at once if that is already so. */
export async function whenIdle(ms: number): Promise<void> {
  for (;;) {
    const remaining = lastInput + ms - performance.now();
    if (remaining <= 0) return;
    await new Promise((resolve) => setTimeout(resolve, remaining));
  }
}
