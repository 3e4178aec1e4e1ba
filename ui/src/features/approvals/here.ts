/** How a manager decides on the phone of the person who asked. */
import { onDevice } from '../../api/session';
import { ask as words } from './strings';

/** The box takes a PIN on enrolled devices alone; a private phone would keep what was typed. */
export const hereLabel = (): string => (onDevice() ? words.here : words.passwordHere);
