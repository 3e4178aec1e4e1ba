/** Error toast of a form, which the form dismisses when the user types again. */
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
