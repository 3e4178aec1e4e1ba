/** Modal dialog on the native dialog element: centred, or a bottom sheet on phones. It is open while it is mounted. */
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
import { addToHistory } from './backButton';
import { dialogClosed, dialogOpened, openDialogs } from './dialogs';
import { DialogTools } from './dialogTools';
import { focusIsLost, lastFocusPosition, returnFocus } from './focus';

interface DialogProps {
  title: ReactNode;
  /** A line under the title, such as a number. */
  note?: ReactNode;
  /** Close button, Escape, a tap beside the dialog and the browser's back button call this; the parent then unmounts it. */
  onClose: () => void;
  children: ReactNode;
  /** A sheet at the bottom of a phone, a panel at the right from 768 px. */
  sheet?: boolean;
  /** A sheet that is a page of its own: its content scrolls inside, title and footer stay. */
  tall?: boolean;
  /** Without Close, Escape, back button and tap beside it: only its content can close it. */
  mandatory?: boolean;
  /** Buttons between title and Close. */
  tools?: ReactNode;
}

export function Dialog(props: DialogProps) {
  const { title, note, onClose, children, sheet, tall, mandatory = false, tools } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const closer = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  const pressedOutside = useRef(false);
  const toolsRef = useRef<HTMLDivElement>(null);
  const close = useRef<(() => void) | null>(onClose);
  close.current = mandatory ? null : onClose;
  // The frame and its title appear at once; the content is rendered during the opening animation. A mandatory dialog has
  // no Close button to take the focus, so its first field must be rendered at once.
  const [filled, setFilled] = useState(mandatory);

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const opener = lastFocusPosition();
    // showModal makes the page behind it inert, which takes a slow phone longer than a frame, so it is called together
    // with the content. Over another modal a non-modal dialog would not be visible.
    if (mandatory || openDialogs.get().length > 0) dialog.showModal();
    else dialog.show();
    // The focus goes to Close and not to one of the tools, which a repeated Enter would press.
    if (tools) closer.current?.focus();
    dialogOpened(dialog);
    const removeFromHistory = addToHistory(() => close.current);
    // The browser may close a modal in spite of preventDefault (the back gesture on Android, a repeated Escape). A dialog
    // that its parent does not unmount then opens again.
    const reopen = () => {
      if (dialog.isConnected && !dialog.open) dialog.showModal();
    };
    const onClosed = () => {
      if (dialog.open) return;
      close.current?.();
      if (close.current) setTimeout(reopen);
      else reopen();
    };
    dialog.addEventListener('close', onClosed);
    return () => {
      dialog.removeEventListener('close', onClosed);
      removeFromHistory();
      dialogClosed(dialog);
      // Closing before removal returns the focus to the element that had it, or near it if that element is gone.
      dialog.close();
      if (focusIsLost() || dialog.contains(document.activeElement)) returnFocus(opener);
    };
  }, []);

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!filled) return afterPaint(() => setFilled(true));
    if (!dialog || dialog.matches(':modal')) return;
    // close() would move the focus and play the opening animation again.
    dialog.removeAttribute('open');
    dialog.showModal();
    if (tools) closer.current?.focus();
  }, [filled]);

  // Escape is handled here: the browser would close the dialog without calling onClose.
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
    // A file field inside the dialog sends a cancel event too.
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    if (!mandatory) onClose();
  }

  // The dialog element fills the screen and its article is the visible part: a press that begins and ends on the element
  // is beside the dialog. Dragging a selection out of a field is not.
  const onMouseDown = (event: MouseEvent) => {
    pressedOutside.current = event.target === ref.current;
  };
  const onClick = (event: MouseEvent) => {
    if (!mandatory && pressedOutside.current && event.target === ref.current) onClose();
  };

  return (
    <dialog
      ref={ref}
      className={sheet ? (tall ? 'sheet tall' : 'sheet') : undefined}
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
          <div ref={toolsRef} className="slot" />
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
        <DialogTools.Provider value={toolsRef}>{filled && children}</DialogTools.Provider>
      </article>
    </dialog>
  );
}

export function Sheet(props: Omit<DialogProps, 'sheet'>) {
  return <Dialog {...props} sheet />;
}
