/** Sends a large file with its progress, which fetch does not tell. */
import { refuseToken, sessionStore } from '../session';
import { authorization, hooks } from './client';
import { ApiError, UnreachableError } from './error';

interface SendOptions {
  /** Called with the share that is sent, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Posts a file once. Rejects with ApiError or UnreachableError; with an AbortError when it was stopped. */
export async function sendFile(path: string, file: Blob, options: SendOptions): Promise<unknown> {
  try {
    return await attempt(path, file, options);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const more = await hooks.recover?.(error, { method: 'POST', path });
    if (!more) throw error;
    return attempt(path, file, options, more);
  }
}

function attempt(
  path: string,
  file: Blob,
  { onProgress, signal }: SendOptions,
  more: Record<string, string> = {},
): Promise<unknown> {
  const { token } = sessionStore.get();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    const headers = { ...more, ...authorization(), 'Content-Type': 'application/octet-stream' };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const { status, responseText, statusText } = request;
      if (status >= 200 && status < 300) return resolve(JSON.parse(responseText));
      if (status === 401) refuseToken(token);
      reject(new ApiError(status, responseText, statusText));
    };
    request.onerror = () => reject(new UnreachableError());
    request.onabort = () => reject(new DOMException('Stopped', 'AbortError'));
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}
