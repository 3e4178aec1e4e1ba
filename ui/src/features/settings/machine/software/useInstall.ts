/** Begins an installation, and cancels one that is planned. */
import { useWrite } from '../../../../api/forms/useWrite';
import { post } from '../../../../api/http/client';
import { queryClient } from '../../../../api/http/query';
import { SOFTWARE_KEY } from '../../../../parts/machine/software';
import type { InstallBody } from '../../../../parts/machine/types';

/** A backup is made first, which takes a slow card long. */
const BACKUP_MS = 120_000;

export function useInstall() {
  return useWrite(
    (body: InstallBody, options) => post('/api/box/software/install', body, { ...options, tryMs: BACKUP_MS }),
    { onAnswer: (software) => queryClient.setQueryData(SOFTWARE_KEY, software) },
  );
}

export function useCancel() {
  return useWrite((_: null, options) => post('/api/box/software/cancel', undefined, options), {
    onAnswer: (software) => queryClient.setQueryData(SOFTWARE_KEY, software),
  });
}
