/** Texts of the shared components. */
export const WAITING = 'Waiting for the box…';
export const STOP = 'Stop';
export const TRY_AGAIN = 'Try again';
export const LOAD_FAILED = 'This could not be loaded';
/** Answer to 'Is that right?'. */
export const YES = 'Yes, save';
export const DISCARD = 'Discard';
export const KEPT = 'Not saved yet: this is what you typed before.';
