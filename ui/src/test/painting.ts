/** Whether `afterPaint` waits for a paint, as on a phone. In tests nothing is painted, so it runs its callback at once unless a test says otherwise. */
export const painting = { awaited: false };
