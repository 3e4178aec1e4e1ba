/** Hands bytes to the browser as a file of this device. */

/** The browser reads the bytes after the click has returned. */
const REVOKE_AFTER_MS = 60_000;

export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
