/** Begins an installation. */
import { useWrite } from '../../../../api/forms/useWrite';
import { queryClient } from '../../../../api/http/query';
import { sendPost } from '../../../../parts/machine/calls';
import { BOX_SOFTWARE, SOFTWARE_KEY } from '../../../../parts/machine/software';
import type { BoxSoftware, InstallBody } from '../../../../parts/machine/types';

/** A backup is made first, which takes a slow card long. */
const BACKUP_MS = 120_000;

export function useInstall() {
  return useWrite(
    (body: InstallBody, options) =>
      sendPost<BoxSoftware>(`${BOX_SOFTWARE}/install`, body, { ...options, tryMs: BACKUP_MS }),
    { onAnswer: (software) => queryClient.setQueryData(SOFTWARE_KEY, software) },
  );
}
