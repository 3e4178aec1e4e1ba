/** The keys of a PIN, and dots for its digits, which are never shown. */
import { useEffect, useRef } from 'react';
import './pin-pad.css';

/** Most digits of a PIN. */
export const PIN_MAX = 6;
/** Fewest digits of a PIN. */
export const PIN_MIN = 4;

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

interface PinPadProps {
  /** Name of the pad for screen readers. */
  label: string;
  pin: string;
  onPin: (pin: string) => void;
  /** Also the keyboard's Enter. */
  onEnter: () => void;
  /** During a wait. */
  disabled?: boolean;
  /** While a PIN is checked, nothing can be typed. */
  busy?: boolean;
}

export function PinPad({ label, pin, onPin, onEnter, disabled, busy }: PinPadProps) {
  // Two keys may be pressed between two renders.
  const typed = useRef(pin);
  typed.current = pin;

  function put(next: string) {
    if (disabled || busy) return;
    typed.current = next;
    onPin(next);
  }
  const add = (digit: string) => put((typed.current + digit).slice(0, PIN_MAX));
  const remove = () => put(typed.current.slice(0, -1));

  const enter = () => {
    if (!disabled && !busy) onEnter();
  };

  const onKey = useRef((_: KeyboardEvent) => {});
  onKey.current = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
    if (/^\d$/.test(event.key)) add(event.key);
    else if (event.key === 'Backspace' || event.key === 'Delete') remove();
    // On a button, Enter presses it.
    else if (event.key === 'Enter' && !(event.target as Element).closest('button')) enter();
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey.current(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  const key = (digit: string) => (
    <button key={digit} type="button" disabled={disabled} onClick={() => add(digit)}>
      {digit}
    </button>
  );
  return (
    // A pressed key does not take the focus: on the keyboard, Enter would press it again.
    <fieldset className="pinpad" onMouseDown={(event) => event.preventDefault()}>
      <legend className="sr-only">{label}</legend>
      {KEYS.map(key)}
      <button type="button" className="quiet" disabled={disabled} onClick={remove}>
        Delete
      </button>
      {key('0')}
      <button
        type="button"
        className="enter"
        disabled={disabled}
        aria-busy={busy || undefined}
        onClick={enter}
      >
        Enter
      </button>
    </fieldset>
  );
}

interface PinDotsProps {
  count: number;
  /** How many digits there are, in words. */
  label: string;
  /** How many circles stand there before a digit is typed; they grow with a longer PIN. */
  needed?: number;
  /** What is typed, and what comes after it. */
  hint: string;
}

export function PinDots({ count, label, needed = PIN_MIN, hint }: PinDotsProps) {
  return (
    <div className="stack tight pin-typed">
      <div className="pin-dots" role="img" aria-label={label}>
        {Array.from({ length: Math.max(needed, count) }, (_, index) => (
          <i key={index} data-on={index < count || undefined} />
        ))}
      </div>
      <small>{hint}</small>
    </div>
  );
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
