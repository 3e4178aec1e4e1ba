/**
 * Shows the current toast for 5 seconds, in the topmost dialog or else in the page. Hover, touch and focus pause the timeout;
 * Escape or a swipe to the right dismisses the toast; F8 focuses it.
 */
import { CircleCheck, CircleX, TriangleAlert, X } from 'lucide-react';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from '../../lib/state/store';
import { openDialogs } from '../dialog/dialogs';
import { useFreePlace } from './freePlace';
import { dismissToast, TOAST_MS, type ToastKind, type ToastMessage, toastStore } from './toast';

const TOAST_HOTKEY = 'F8';
const SWIPE_THRESHOLD_PX = 50;
const ICON = { ok: CircleCheck, warning: TriangleAlert, error: CircleX } satisfies Record<ToastKind, unknown>;

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

  useFreePlace(ref);
  const Icon = ICON[message.kind];
  const moved = (event: PointerEvent) => (start.current === null ? 0 : event.clientX - start.current);
  const drag = (px: number) =>
    ref.current?.style.setProperty('transform', px > 0 ? `translateX(${px}px)` : 'none');

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: status and alert are its roles; it also has a button
    <div
      ref={ref}
      className="toast"
      role={message.kind === 'error' ? 'alert' : 'status'}
      data-status={message.kind}
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
        else {
          drag(0);
          (event.target as Element).closest('p')?.toggleAttribute('data-whole');
        }
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        dismissToast();
      }}
    >
      <Icon />
      <p className="grow">
        <strong>{message.title}</strong>
        {/* Before the description, which may be cut: the change to give, or the reason. */}
        {message.note && <strong> {message.note}</strong>}
        {message.description && <small> {message.description}</small>}
      </p>
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
