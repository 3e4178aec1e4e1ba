/** Confirmation dialog for an action that cannot be undone; title and button name the action. */
import { ActionButton } from '../ActionButton';
import { Dialog } from './Dialog';

interface ConfirmProps {
  /** 'Delete Club Beer?' */
  question: string;
  /** 'Delete' */
  action: string;
  detail?: string;
  pending?: boolean;
  waiting?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

export function Confirm(props: ConfirmProps) {
  const { question, action, detail, pending, waiting, onConfirm, onCancel } = props;
  return (
    <Dialog title={question} onClose={onCancel}>
      {detail && <p>{detail}</p>}
      <footer className="pair">
        <button type="button" className="secondary" onClick={onCancel}>
          Cancel
        </button>
        <ActionButton
          type="button"
          className="danger"
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
