/** One backup: date, size, whether it was verified, and its download. */
import { Download } from 'lucide-react';
import { useState } from 'react';
import { getResponse } from '../../../api/http/client';
import { messageOf } from '../../../api/http/error';
import type { BackupCopy } from '../../../api/types';
import { download } from '../../../lib/download';
import { formatDateTime } from '../../../lib/format';
import { ActionButton } from '../../../ui/ActionButton';
import { Badge } from '../../../ui/Badge';
import { toastError } from '../../../ui/feedback/toast';
import { copyUrl, formatSize } from './backups';
import { backups as words } from './strings';

export function BackupRow({ copy }: { copy: BackupCopy }) {
  const { name, at, sizeBytes, kind, verified, encrypted } = copy;
  const [pending, setPending] = useState(false);
  const when = formatDateTime(at);

  async function fetchFile() {
    setPending(true);
    try {
      download(await (await getResponse(copyUrl(name))).blob(), name);
    } catch (error) {
      toastError(words.downloadFailed, messageOf(error, words.tryAgain));
    } finally {
      setPending(false);
    }
  }

  return (
    <li>
      <span className="grow">
        <span className="name">{when}</span>
        <small>
          {words.kind[kind] ?? kind} · {formatSize(sizeBytes)}
          {verified && ` · ${words.verified}`}
          {encrypted && ` · ${words.encrypted}`}
        </small>
      </span>
      {!verified && <Badge status="warning">{words.unverified}</Badge>}
      <ActionButton
        type="button"
        className="quiet icon-only"
        aria-label={words.download(when)}
        pending={pending}
        onClick={() => void fetchFile()}
      >
        {!pending && <Download />}
      </ActionButton>
    </li>
  );
}
