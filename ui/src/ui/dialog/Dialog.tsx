/** A modal on the native dialog element: centred, or a sheet under the thumb. Mounted means open. */
import { X } from 'lucide-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { afterPaint } from '../../lib/render/afterPaint';
import { dialogClosed, dialogOpened, openDialogs } from './dialogs';
import { focusIsLost, lastFocusPosition, returnFocus } from './focus';

interface DialogProps {
  title: ReactNode;
  /** A line under the title, such as a number. */
  note?: ReactNode;
  /** Close button, Escape and a tap beside the dialog call this; the parent then unmounts it. */
  onClose: () => void;
  children: ReactNode;
  /** A sheet at the bottom of a phone, a panel at the right from 768 px. */
  sheet?: boolean;
  /** Cannot be closed by any means but what its content offers. */
  mandatory?: boolean;
  /** Buttons between title and Close. */
  tools?: ReactNode;
}

export function Dialog({ title, note, onClose, children, sheet, mandatory = false, tools }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const closer = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  const pressedOutside = useRef(false);
  // The tap is answered by the frame and its title; what they hold is drawn while they rise. A mandatory dialog
  // has no Close to take the focus, so its first field must be there.
  const [filled, setFilled] = useState(mandatory);

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const opener = lastFocusPosition();
    // A modal makes the whole page behind it inert, which takes a slow phone longer than a frame: that comes with
    // the filling. Over another modal it would not show.
    if (mandatory || openDialogs.get().length > 0) dialog.showModal();
    else dialog.show();
    // Not on one of the tools: an Enter too many would press it.
    if (tools) closer.current?.focus();
    dialogOpened(dialog);
    // The browser may close a modal against our will (the third Escape); then it opens again at once.
    const reopen = () => {
      if (dialog.isConnected && !dialog.open) dialog.showModal();
    };
    dialog.addEventListener('close', reopen);
    return () => {
      dialog.removeEventListener('close', reopen);
      dialogClosed(dialog);
      // Closing before removal gives the focus back to where it was, or near it when that is gone by now.
      dialog.close();
      if (focusIsLost() || dialog.contains(document.activeElement)) returnFocus(opener);
    };
  }, []);

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!filled) return afterPaint(() => setFilled(true));
    if (!dialog || dialog.matches(':modal')) return;
    // Closing it would send the focus away and play its entrance again.
    dialog.removeAttribute('open');
    dialog.showModal();
    if (tools) closer.current?.focus();
  }, [filled]);

  // Escape is handled here alone; left to the browser it would close without asking.
  function onKeyDown(event: KeyboardEvent<HTMLDialogElement>) {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    if (!mandatory) onClose();
  }

  function onCancel(event: {
    target: EventTarget | null;
    currentTarget: EventTarget | null;
    preventDefault(): void;
  }) {
    // A file field inside sends a cancel event of its own.
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    if (!mandatory) onClose();
  }

  // The element fills the screen, its article is what one sees: a press that begins and ends on the element
  // itself is beside the dialog. Dragging a selection out of a field is not.
  const onMouseDown = (event: MouseEvent) => {
    pressedOutside.current = event.target === ref.current;
  };
  const onClick = (event: MouseEvent) => {
    if (!mandatory && pressedOutside.current && event.target === ref.current) onClose();
  };

  return (
    <dialog
      ref={ref}
      className={sheet ? 'sheet' : undefined}
      aria-labelledby={titleId}
      {...(mandatory ? { closedby: 'none' } : {})}
      onKeyDown={onKeyDown}
      onCancel={onCancel}
      onMouseDown={onMouseDown}
      onClick={onClick}
    >
      <article className={sheet ? 'grab' : undefined}>
        <header>
          <div>
            <h2 id={titleId}>{title}</h2>
            {note && <small>{note}</small>}
          </div>
          {tools}
          {!mandatory && (
            <button
              ref={closer}
              type="button"
              className="quiet icon-only"
              aria-label="Close"
              onClick={onClose}
            >
              <X />
            </button>
          )}
        </header>
        {filled && children}
      </article>
    </dialog>
  );
}

export function Sheet(props: Omit<DialogProps, 'sheet'>) {
  return <Dialog {...props} sheet />;
}
