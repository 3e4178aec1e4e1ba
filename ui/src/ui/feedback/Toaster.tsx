/**
 * Shows the current toast for 5 seconds, in the topmost dialog or else in the page. Hover, touch and focus pause the timeout;
 * Escape or a swipe to the right dismisses the toast; F8 focuses it.
 */
import { CircleCheck, CircleX, X } from 'lucide-react';
import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from '../../lib/state/store';
import { openDialogs } from '../dialog/dialogs';
import { dismissToast, TOAST_MS, type ToastMessage, toastStore } from './toast';

const TOAST_HOTKEY = 'F8';
const SWIPE_THRESHOLD_PX = 50;

export function Toaster() {
  const message = useStore(toastStore);
  const host = useStore(openDialogs).at(-1) ?? document.body;
  const [paused, setPaused] = useState(false);
  const id = message?.id;

  useEffect(() => {
    if (id === undefined || paused) return;
    const timer = setTimeout(dismissToast, TOAST_MS);
    return () => clearTimeout(timer);
  }, [id, paused]);

  return message && createPortal(<Toast key={message.id} message={message} onPause={setPaused} />, host);
}

/** Distance between the toast and the dialog. */
const GAP_PX = 8;

/** Places the toast above the dialog where there is room, else under its header, so that title and Close stay visible. */
function useBesideTitle(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const toast = ref.current;
    const article = toast?.parentElement?.querySelector<HTMLElement>(':scope > article');
    const header = article?.querySelector<HTMLElement>(':scope > header');
    if (!toast || !article || !header) return;
    // Offsets instead of getBoundingClientRect, because the opening animation may still be running.
    const place = () => {
      const above = article.offsetTop - toast.offsetHeight - GAP_PX;
      const headerTop = header.offsetTop + (header.offsetParent === article ? article.offsetTop : 0);
      const top = above >= GAP_PX ? above : headerTop + header.offsetHeight + GAP_PX;
      toast.style.setProperty('--top', `${top}px`);
    };
    place();
    const size = new ResizeObserver(place);
    size.observe(article);
    return () => size.disconnect();
  }, []);
}

/** Calls `onPause` with true while a finger, the pointer or the focus is on the toast. */
function Toast({ message, onPause }: { message: ToastMessage; onPause: (paused: boolean) => void }) {
  const ref = useRef<HTMLDivElement>(null);
  const start = useRef<number | null>(null);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === TOAST_HOTKEY) ref.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      onPause(false);
    };
  }, [onPause]);

  useBesideTitle(ref);
  const moved = (event: PointerEvent) => (start.current === null ? 0 : event.clientX - start.current);
  const drag = (px: number) =>
    ref.current?.style.setProperty('transform', px > 0 ? `translateX(${px}px)` : 'none');

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: status and alert are its roles; it also has a button
    <div
      ref={ref}
      className="toast"
      role={message.destructive ? 'alert' : 'status'}
      data-status={message.destructive ? 'error' : 'ok'}
      tabIndex={-1}
      onPointerEnter={() => onPause(true)}
      onPointerLeave={() => onPause(false)}
      onFocus={() => onPause(true)}
      onBlur={() => onPause(false)}
      onPointerDown={(event) => {
        start.current = event.clientX;
      }}
      onPointerMove={(event) => drag(moved(event))}
      onPointerCancel={() => {
        start.current = null;
        drag(0);
      }}
      onPointerUp={(event) => {
        const distance = moved(event);
        start.current = null;
        if (distance > SWIPE_THRESHOLD_PX) dismissToast();
        else drag(0);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        dismissToast();
      }}
    >
      {message.destructive ? <CircleX /> : <CircleCheck />}
      <div className="grow">
        <strong>{message.title}</strong>
        {message.description && <small>{message.description}</small>}
        {message.note && <strong>{message.note}</strong>}
      </div>
      {message.action && (
        <button
          type="button"
          className="soft small"
          onClick={() => {
            dismissToast();
            message.action?.onSelect();
          }}
        >
          {message.action.label}
        </button>
      )}
      <button type="button" className="quiet icon-only" aria-label="Dismiss" onClick={() => dismissToast()}>
        <X />
      </button>
    </div>
  );
}
