/** The fields that change a password: the present one, and the new one twice. */
import { PasswordField } from '../form/PasswordField';
import { PASSWORD_ADVICE } from '../form/passwordAdvice';
import type { PasswordErrors, PasswordForm } from './password';
import { changePassword as words } from './passwordStrings';

interface PasswordFieldsProps {
  form: PasswordForm;
  errors: PasswordErrors;
  /** The present password stands there already. */
  isKnown?: boolean;
  onType: (change: Partial<PasswordForm>) => void;
}

export function PasswordFields({ form, errors, isKnown = false, onType }: PasswordFieldsProps) {
  const field = (name: keyof PasswordForm, label: string, autoComplete: string, hint?: string) => (
    <PasswordField
      label={label}
      name={name}
      autoComplete={autoComplete}
      value={form[name]}
      error={errors[name]}
      hint={hint}
      onValue={(value) => onType({ [name]: value })}
    />
  );
  const current = field(
    'currentPassword',
    words.current,
    'current-password',
    isKnown ? words.known : undefined,
  );
  return (
    <>
      {!isKnown && current}
      {field('newPassword', words.next, 'new-password', PASSWORD_ADVICE)}
      {field('confirmPassword', words.confirm, 'new-password')}
      {isKnown && current}
    </>
  );
}
