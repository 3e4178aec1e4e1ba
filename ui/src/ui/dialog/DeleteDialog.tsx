/** Confirmation dialog that deletes something and reports whether that worked. */
import { Confirm } from './Confirm';

interface DeleteDialogProps {
  /** 'Delete Club Beer?' */
  question: string;
  /** Says what the deletion does not remove. */
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
