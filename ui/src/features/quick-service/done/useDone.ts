/** What has just been sold: shown for a moment in the place of the pressed button, which takes no taps in that time. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { whenUntouched } from '../../../lib/touches';

/** How long the place of the pressed button is kept. */
export const HOLD_MS = 1_500;

export interface Done {
  /** 'Sold' */
  title: string;
  /** The receipt number. */
  detail?: string;
  change?: { label: string; amount: string } | undefined;
  /** Whether there is a receipt to view. */
  receipt: boolean;
}

/** In pixels of the screen. */
export interface Place {
  top: number;
  left: number;
  width: number;
  height: number;
}

interface Shown {
  done: Done;
  place: Place;
  /** When it was shown, in milliseconds as `performance.now()` tells it. */
  at: number;
  onEnd: () => void;
}

export interface DoneHandle {
  shown: Shown | null;
  /** Remembers the place of the buttons: afterwards their sheet is closed. */
  notePlace: () => void;
  /** `onEnd` is called when it is no longer shown: its time is over, or the next cart has begun. */
  show: (done: Done, onEnd: () => void) => void;
  /** A tap at the place: the finger is still impatient, so it is kept anew while nothing is in the cart. */
  keep: () => void;
}

/** `begun` is whether the next guest's cart has begun: from then on the place is kept for the rest of its time, and no longer. */
export function useDone(begun: boolean): DoneHandle {
  const [shown, setShown] = useState<Shown | null>(null);
  const [taps, setTaps] = useState(0);
  const place = useRef<Place | null>(null);

  useEffect(() => {
    if (!shown) return;
    let cancel = () => {};
    /** Reports once. */
    const report = () => {
      shown.onEnd();
      shown.onEnd = () => {};
    };
    const end = () => {
      setShown(null);
      report();
    };
    if (begun) report();
    const timer = setTimeout(
      () => {
        if (begun) end();
        else cancel = whenUntouched(end);
      },
      begun ? shown.at + HOLD_MS - performance.now() : HOLD_MS,
    );
    return () => {
      clearTimeout(timer);
      cancel();
    };
  }, [shown, taps, begun]);

  const notePlace = useCallback(() => {
    place.current = placeOfButtons();
  }, []);
  const show = useCallback((done: Done, onEnd: () => void) => {
    if (place.current) setShown({ done, place: place.current, at: performance.now(), onEnd });
    else onEnd();
  }, []);
  const keep = useCallback(() => setTaps((before) => before + 1), []);
  return { shown, notePlace, show, keep };
}

/** Room for the receipt's number and the change, in pixels. */
const LEAST_HEIGHT = 136;

const BUTTONS = [
  'dialog[open] > article > footer, dialog[open] > article > form > footer',
  '.actionbar',
  '.cart > footer',
];

/** The place of the cart's buttons: in the topmost sheet, else in the bar or the side column. */
function placeOfButtons(): Place | null {
  for (const selector of BUTTONS) {
    const buttons = [...document.querySelectorAll(selector)].at(-1);
    if (!buttons) continue;
    const { top, left, width, height } = buttons.getBoundingClientRect();
    if (getComputedStyle(buttons).display !== 'contents') return { top, left, width, height };
    return placeOfLastRow(buttons);
  }
  return null;
}

/** Where all of a cart scrolls, its footer has no box of its own: the place is its last button, down to the end of the sheet. */
function placeOfLastRow(footer: Element): Place | null {
  const row = [...footer.querySelectorAll('button')].at(-1)?.getBoundingClientRect();
  const sheet = footer.parentElement?.getBoundingClientRect();
  if (!row || !sheet) return null;
  const bottom = Math.min(sheet.bottom, innerHeight);
  const top = Math.min(row.top, bottom - LEAST_HEIGHT);
  return { top, left: sheet.left, width: sheet.width, height: bottom - top };
}
