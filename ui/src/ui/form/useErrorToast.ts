/** A toast about missing input, dismissed when the user types in the form again. */
import { useRef } from 'react';
import { dismissToast, toastError } from '../feedback/toast';

export function useErrorToast() {
  const shown = useRef<number | undefined>(undefined);
  return {
    show(title: string, text: string) {
      shown.current = toastError(title, text);
    },
    /** Dismisses the toast that `show` opened; any other toast stays. */
    dismiss() {
      if (shown.current !== undefined) dismissToast(shown.current);
      shown.current = undefined;
    },
  };
}
