/** Copies text: to the clipboard, or, on plain HTTP, by a selection in the page. */

/** `host` must be inside the open dialog: a selection outside of it is not copied. Returns whether it was copied. */
export async function copyText(text: string, host: HTMLElement): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // The clipboard is not allowed; copy by selection instead.
  }
  return copyBySelection(text, host);
}

/** On plain HTTP there is no clipboard API. */
function copyBySelection(text: string, host: HTMLElement): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.className = 'sr-only';
  host.append(area);
  area.select();
  let copied = false;
  // execCommand returns true even when nothing was copied; the event shows what was.
  const onCopy = (event: Event) => {
    copied = event.target === area;
  };
  document.addEventListener('copy', onCopy);
  try {
    return document.execCommand('copy') && copied;
  } catch {
    return false;
  } finally {
    document.removeEventListener('copy', onCopy);
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
