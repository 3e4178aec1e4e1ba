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
  /** Buttons of the usual height. */
  small?: boolean;
}

export function FormButtons({ submit, cancel, onCancel, small = false, ...state }: FormButtonsProps) {
  return (
    <>
      <button type="button" className={small ? 'secondary' : 'secondary large'} onClick={onCancel}>
        {cancel}
      </button>
      <ActionButton className={small ? undefined : 'large'} {...state}>
        {submit}
      </ActionButton>
    </>
  );
}
