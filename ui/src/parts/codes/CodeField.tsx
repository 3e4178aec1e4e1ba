/** The field for a code from a manager. */
import { TextField, type TextFieldProps } from '../../ui/form/Field';
import { words } from './strings';

type CodeFieldProps = Pick<TextFieldProps, 'value' | 'error' | 'onValue' | 'autoFocus'>;

export function CodeField(props: CodeFieldProps) {
  return (
    <TextField
      label={words.label}
      name="code"
      className="code"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      placeholder="7KQ2-M9XP"
      {...props}
    />
  );
}

export const checkCode = (code: string): { code?: string } =>
  code.trim() === '' ? { code: words.missing } : {};
