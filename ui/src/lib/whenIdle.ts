/** When the hands rest: work that can wait does not stand in the way of a key or a tap. */

/** What a hand does. */
const INPUT_EVENTS = ['keydown', 'pointerdown', 'wheel'] as const;

let lastInput = Number.NEGATIVE_INFINITY;
for (const type of INPUT_EVENTS) {
  const note = () => {
    lastInput = performance.now();
  };
  addEventListener(type, note, { capture: true, passive: true });
}

/** Resolves as soon as nobody has typed, tapped or turned a wheel for `ms`: at once if they have not. */
export async function whenIdle(ms: number): Promise<void> {
  for (;;) {
    const left = lastInput + ms - performance.now();
    if (left <= 0) return;
    await new Promise((resolve) => setTimeout(resolve, left));
  }
}
