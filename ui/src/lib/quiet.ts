/** When the hands rest: work that can wait does not stand in the way of a key or a tap. */

/** What a hand does. */
const TOUCHES = ['keydown', 'pointerdown', 'wheel'] as const;

let touched = Number.NEGATIVE_INFINITY;
for (const type of TOUCHES) {
  const touch = () => {
    touched = performance.now();
  };
  addEventListener(type, touch, { capture: true, passive: true });
}

/** Resolves as soon as nobody has typed, tapped or turned a wheel for `ms`: at once if they have not. */
export async function untilQuiet(ms: number): Promise<void> {
  for (;;) {
    const left = touched + ms - performance.now();
    if (left <= 0) return;
    await new Promise((resolve) => setTimeout(resolve, left));
  }
}
