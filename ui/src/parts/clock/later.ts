/** 'Not now': the clock is not offered again until the next sign-in. */
import { sessionStore } from '../../api/session';
import { createStore } from '../../lib/state/store';

/** The token of the session in which it was put off. */
export const laterStore = createStore<string | null>(null);

export const later = () => laterStore.set(sessionStore.get().token);
