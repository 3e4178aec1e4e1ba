/** The buttons at the end of a form: Cancel and submit. */
import { ActionButton } from '../ActionButton';

interface FormButtonsProps {
  submit: string;
  /** Label of submit while pending; without it the label does not change. */
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
