/** The buttons at the end of a form: Cancel and submit. */
import { ActionButton } from '../ActionButton';

interface FormButtonsProps {
  submit: string;
  /** Label of submit while pending; without it the label does not change. */
  pendingLabel?: string;
  pending?: boolean;
  waiting?: boolean;
  /** Nothing can be submitted yet. */
  disabled?: boolean;
  cancel: string;
  onCancel: () => void;
  /** Buttons of the usual height. */
  small?: boolean;
  /** Submit comes first, as its label needs a row. */
  submitFirst?: boolean;
}

export function FormButtons(props: FormButtonsProps) {
  const { submit, cancel, onCancel, small = false, submitFirst, ...state } = props;
  const saves = (
    <ActionButton className={small ? undefined : 'large'} {...state}>
      {submit}
    </ActionButton>
  );
  return (
    <>
      {submitFirst && saves}
      <button type="button" className={small ? 'secondary' : 'secondary large'} onClick={onCancel}>
        {cancel}
      </button>
      {!submitFirst && saves}
    </>
  );
}
