/** The place in a dialog's header for a button that its content adds (ui/form/KeptInput). */
import { createContext, type RefObject } from 'react';

/** Null outside of a dialog. */
export const DialogTools = createContext<RefObject<HTMLElement | null> | null>(null);
