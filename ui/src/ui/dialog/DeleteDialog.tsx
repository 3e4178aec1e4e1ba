/** Asks before something is deleted, deletes it, and reports how that went. */
import { Confirm } from './Confirm';

interface DeleteDialogProps {
  /** 'Delete Club Beer?' */
  question: string;
  /** What stays behind. */
  detail: string;
  /** 'Delete' */
  action: string;
  /** Resolves with undefined when a deletion is already running. */
  run: () => Promise<unknown>;
  pending: boolean;
  waiting: boolean;
  onDeleted: () => void;
  onFailed: (error: unknown) => void;
  onClose: () => void;
}

export function DeleteDialog({ run, onDeleted, onFailed, onClose, ...question }: DeleteDialogProps) {
  async function confirm() {
    try {
      if (await run()) onDeleted();
    } catch (error) {
      onFailed(error);
    }
  }
  return <Confirm {...question} onConfirm={() => void confirm()} onCancel={onClose} />;
}
