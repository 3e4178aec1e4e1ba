/** Shares a receipt: with the share sheet, the clipboard, or selected text to copy by hand. */
import { download } from '../../lib/download';

export type Shared = 'shared' | 'copied' | 'dismissed' | 'impossible';

/** `host` must be inside the open dialog: a selection outside of it is not copied. */
export async function shareText(title: string, text: string, host: HTMLElement): Promise<Shared> {
  if (navigator.share) {
    try {
      await navigator.share({ title, text });
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'dismissed';
    }
  }
  return (await copyText(text, host)) ? 'copied' : 'impossible';
}

async function copyText(text: string, host: HTMLElement): Promise<boolean> {
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

/** Downloads a text as a file. */
export function downloadText(name: string, text: string): void {
  download(new Blob([text], { type: 'text/plain;charset=utf-8' }), name);
}
