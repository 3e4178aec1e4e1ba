/** Finds the place of the toast: as low as it goes without covering a search field, a main button or a sheet's Close. */
import { type RefObject, useLayoutEffect } from 'react';

/** Distance from what it must not cover. */
const GAP_PX = 8;
/** Text of more lines is cut, and pressing it shows all of it; an error is shown whole. */
const LINES = 2;

/** Between the top edge and the bottom edge, in pixels of the screen. */
export interface Band {
  top: number;
  bottom: number;
}

/** The lowest free band of this height; null if there is none. */
export function lowestFree(height: number, within: Band, taken: readonly Band[]): Band | null {
  let { bottom } = within;
  for (const other of [...taken].sort((one, two) => two.bottom - one.bottom)) {
    if (bottom - other.bottom >= height) break;
    bottom = Math.min(bottom, other.top);
  }
  return bottom - within.top >= height ? { top: bottom - height, bottom } : null;
}

/** In a dialog the page behind it is inert and may be covered. */
const IN_PAGE = '.topbar, .tabbar, .actionbar, .docked, .guide, .sold';
const IN_DIALOG = ':scope > article > header, :scope > article > footer, :scope form > footer';
const ENDS = ['animationend', 'transitionend'] as const;
const ANYWHERE = 'input[type=search], button[type=submit], .large, .page-head > :is(button, .action)';

/** Keeps the toast in its place while it is shown: bars, sheets and the keyboard come and go. */
export function useFreePlace(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const toast = ref.current;
    const host = toast?.parentElement;
    if (!toast || !host) return;
    const place = () => placeToast(toast, host);
    place();
    const size = new ResizeObserver(place);
    for (const element of [toast, host, host.querySelector('article')]) if (element) size.observe(element);
    const change = new MutationObserver(place);
    change.observe(document.body, { childList: true, subtree: true });
    addEventListener('resize', place);
    // A button that scrolls to the edge must not end up below it.
    document.addEventListener('scroll', place, { capture: true, passive: true });
    // A sheet that slides in has its place only when it has arrived.
    for (const end of ENDS) document.addEventListener(end, place);
    return () => {
      size.disconnect();
      change.disconnect();
      removeEventListener('resize', place);
      document.removeEventListener('scroll', place, { capture: true });
      for (const end of ENDS) document.removeEventListener(end, place);
    };
  }, []);
}

function placeToast(toast: HTMLElement, host: HTMLElement): void {
  shorten(toast);
  const { left, right, height } = toast.getBoundingClientRect();
  const { innerHeight } = window;
  const screen = { top: GAP_PX, bottom: innerHeight - GAP_PX };
  const beside = (element: Element) => bandOf(element, left, right);
  const inDialog = host instanceof HTMLDialogElement;
  const taken = (selector: string) => [...host.querySelectorAll(selector)].flatMap(beside);
  // Above the whole dialog, where there is room, nothing of it is covered.
  const article = inDialog && host.querySelector(':scope > article');
  const dialog = article ? beside(article)[0] : undefined;
  const kept = [...taken(inDialog ? IN_DIALOG : IN_PAGE), ...taken(ANYWHERE)];
  const band =
    (dialog && lowestFree(height, { ...screen, bottom: dialog.top }, [])) ??
    lowestFree(height, screen, kept) ??
    lowestFree(height, screen, taken(inDialog ? IN_DIALOG : IN_PAGE));
  if (band) toast.style.setProperty('--rise', `${innerHeight - band.bottom}px`);
}

/** The band of an element that is on the screen, between these edges; none of one that is not. */
function bandOf(element: Element, from: number, to: number): Band[] {
  const { top, bottom, left, right, height } = element.getBoundingClientRect();
  if (height === 0 || right <= from || left >= to) return [];
  return [{ top: top - GAP_PX, bottom: bottom + GAP_PX }];
}

/** Title and text stand below each other where both are short, else one after the other. */
function shorten(toast: HTMLElement): void {
  const text = toast.querySelector<HTMLElement>('p');
  if (!text) return;
  toast.classList.remove('tight');
  const line = Number.parseFloat(getComputedStyle(text).lineHeight);
  toast.classList.toggle('tight', text.offsetHeight > line * (LINES + 0.5));
}
