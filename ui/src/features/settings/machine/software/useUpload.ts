/** Sends an update file to the box. */
import { useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../../../api/http/error';
import { queryClient } from '../../../../api/http/query';
import { sendFile } from '../../../../api/http/sendFile';
import { BOX_SOFTWARE, SOFTWARE_KEY } from '../../../../parts/machine/software';
import { toast } from '../../../../ui/feedback/toast';
import { software as words } from './strings';

/** The most that the box takes. */
const MEGABYTES_MAX = 600;
const MEGABYTE = 1_000_000;

interface Sending {
  name: string;
  /** 0 to 1 */
  share: number;
}

export function useUpload() {
  const [sending, setSending] = useState<Sending | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  // Leaving the page stops it: nothing would show how it goes on.
  useEffect(() => () => running.current?.abort(), []);

  async function send(file: File) {
    // The box would refuse it while the phone still sends.
    if (file.size > MEGABYTES_MAX * MEGABYTE) return setProblem(words.tooLarge(MEGABYTES_MAX));
    const { name } = file;
    const stopper = new AbortController();
    running.current = stopper;
    setProblem(null);
    setSending({ name, share: 0 });
    try {
      const onProgress = (share: number) => setSending({ name, share });
      const answer = await sendFile(`${BOX_SOFTWARE}/file`, file, { onProgress, signal: stopper.signal });
      queryClient.setQueryData(SOFTWARE_KEY, answer);
      toast(words.sent);
    } catch (error) {
      if (!stopper.signal.aborted) setProblem(reasonOf(error));
    } finally {
      if (!stopper.signal.aborted) setSending(null);
    }
  }

  function stop() {
    running.current?.abort();
    setSending(null);
  }

  return { sending, problem, send, stop };
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 413)
    return messageOf(error, words.tooLarge(MEGABYTES_MAX));
  return messageOf(error, words.broken);
}
