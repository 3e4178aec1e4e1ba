/** Downloads a blob as a file. */

/** The browser still reads the blob after the click has returned, so its URL stays valid for a while. */
const REVOKE_AFTER_MS = 60_000;

export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
