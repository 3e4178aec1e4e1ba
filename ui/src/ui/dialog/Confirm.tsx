/** Confirmation dialog: before what cannot be undone, where title and button name the action, or before an unusual value. */
import { ActionButton } from '../ActionButton';
import { Dialog } from './Dialog';

interface ConfirmProps {
  /** 'Delete Club Beer?' */
  question: string;
  /** 'Delete' */
  action: string;
  detail?: string;
  /** Asks about a value: nothing is destroyed. */
  harmless?: boolean;
  pending?: boolean;
  waiting?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

export function Confirm(props: ConfirmProps) {
  const { question, action, detail, harmless, pending, waiting, onConfirm, onCancel } = props;
  return (
    <Dialog title={question} onClose={onCancel}>
      {detail && <p>{detail}</p>}
      <footer className="pair">
        <button type="button" className="secondary" onClick={onCancel}>
          Cancel
        </button>
        <ActionButton
          type="button"
          className={harmless ? undefined : 'danger'}
          pending={pending}
          waiting={waiting}
          onClick={onConfirm}
        >
          {action}
        </ActionButton>
      </footer>
    </Dialog>
  );
}
