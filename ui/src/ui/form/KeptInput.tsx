/** Discard button of a form whose input is kept, and a note when it was typed earlier. In a dialog it is beside Close. */
import { type MouseEvent, useContext } from 'react';
import { createPortal } from 'react-dom';
import { DialogTools } from '../dialog/dialogTools';
import { focusIsLost, focusPositionOf, returnFocus } from '../dialog/focus';
import { Notice } from '../feedback/Notice';
import { DISCARD, KEPT } from '../strings';

interface KeptInputProps {
  kept: boolean;
  restored: boolean;
  discard: () => void;
  /** While the form is being sent. */
  disabled?: boolean;
}

export function KeptInput({ kept, restored, discard, disabled }: KeptInputProps) {
  const tools = useContext(DialogTools)?.current;
  if (!kept) return null;
  function onClick({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    const position = focusPositionOf(currentTarget);
    discard();
    // The button is gone when nothing is kept any more.
    setTimeout(() => {
      if (focusIsLost()) returnFocus(position);
    });
  }
  const button = (
    <button type="button" className="quiet small" disabled={disabled} onClick={onClick}>
      {DISCARD}
    </button>
  );
  return (
    <>
      {tools ? createPortal(button, tools) : button}
      {restored && <Notice kind="warning">{KEPT}</Notice>}
    </>
  );
}
