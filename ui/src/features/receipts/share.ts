/** Shares a receipt: with the share sheet, the clipboard, or selected text to copy by hand. */

import { download } from '../../lib/download';
import { copyText } from '../../lib/share/copyText';

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

/** Downloads a text as a file. */
export function downloadText(name: string, text: string): void {
  download(new Blob([text], { type: 'text/plain;charset=utf-8' }), name);
}
