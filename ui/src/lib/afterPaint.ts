/** Work that waits until what was just drawn is on the glass, so that a tap shows at once whatever it leads to. */

/** Returns what calls it off. */
export function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // The frame is drawn before a task that was set up in it runs.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
