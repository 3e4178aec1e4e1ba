/** A toast about missing input, dismissed when the user types in the form again. */
import { useRef } from 'react';
import { dismissToast, toastError } from '../feedback/toast';

export function useComplaint() {
  const shown = useRef<number | undefined>(undefined);
  return {
    complain(title: string, text: string) {
      shown.current = toastError(title, text);
    },
    /** A toast about something else stays. */
    withdraw() {
      if (shown.current !== undefined) dismissToast(shown.current);
      shown.current = undefined;
    },
  };
}
