/** A toast about what a form lacks, which goes when somebody types in the form again. */
import { useRef } from 'react';
import { dismissToast, toastError } from './toast';

export function useComplaint() {
  const shown = useRef<number | undefined>(undefined);
  return {
    complain(title: string, text: string) {
      shown.current = toastError(title, text);
    },
    /** Nothing happens to a toast about something else. */
    withdraw() {
      if (shown.current !== undefined) dismissToast(shown.current);
      shown.current = undefined;
    },
  };
}
