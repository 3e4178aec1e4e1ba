/** The two buttons that end a form: Cancel and submit. */
import { ActionButton } from '../ActionButton';

interface FormButtonsProps {
  submit: string;
  /** While it is on its way; without it the label stays. */
  pendingLabel?: string;
  pending: boolean;
  waiting: boolean;
  cancel: string;
  onCancel: () => void;
}

export function FormButtons({ submit, cancel, onCancel, ...state }: FormButtonsProps) {
  return (
    <>
      <button type="button" className="secondary large" onClick={onCancel}>
        {cancel}
      </button>
      <ActionButton className="large" {...state}>
        {submit}
      </ActionButton>
    </>
  );
}
