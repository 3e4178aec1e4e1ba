/** The fields of the create and edit user forms. */
import type { Chain } from '../../../api/types';
import { isOwned, ownedChoice, ownedText } from '../../../parts/head-office/owned';
import { words as headWords } from '../../../parts/head-office/strings';
import { Choices } from '../../../ui/form/Choices';
import { TextField } from '../../../ui/form/Field';
import { PasswordField } from '../../../ui/form/PasswordField';
import { PASSWORD_ADVICE } from '../../../ui/form/passwordAdvice';
import { SelectField } from '../../../ui/form/SelectField';
import { Switch } from '../../../ui/form/Switch';
import { form as words } from '../strings';
import { ROLES, type UserErrors, type UserForm } from './userForm';

interface UserFieldsProps {
  isNew: boolean;
  /** Its link to head office; null for a new user. */
  chain: Chain | null;
  /** Whether the user may sign in now: one that is not may be activated by head office alone, if that set the account. */
  wasActive: boolean;
  form: UserForm;
  errors: UserErrors;
  onType: (change: Partial<UserForm>) => void;
}

const ROLE_OPTIONS = ROLES.map((role) => ({ value: role, label: role }));
type Texts = 'username' | 'email' | 'firstName' | 'lastName' | 'phone';
type Flags = 'isActive' | 'mustChangePassword';

export function UserFields(props: UserFieldsProps) {
  const { isNew, chain, wasActive, form, errors, onType } = props;
  const linked = { chain };
  const staysOff = isOwned(linked, 'isActive') && !wasActive;
  const text = (name: Texts, label: string, more: object = {}) => (
    <TextField
      label={label}
      name={name}
      autoComplete="off"
      {...more}
      value={form[name]}
      error={errors[name]}
      {...ownedText(linked, name)}
      onValue={(value) => onType({ [name]: value })}
    />
  );
  const flag = (name: Flags, label: string, disabled = false) => (
    <Switch
      name={name}
      label={label}
      checked={form[name]}
      disabled={disabled}
      onChecked={(on) => onType({ [name]: on })}
    />
  );

  const invited = isNew && form.way === 'invite';
  const role = (
    <SelectField
      label={words.role}
      name="role"
      value={form.role}
      options={ROLE_OPTIONS}
      error={errors.role}
      {...ownedChoice(linked, 'role')}
      onValue={(value) => onType({ role: value })}
    />
  );

  return (
    <>
      {isNew && <p>{invited ? words.needed : words.passwordNeeded}</p>}
      {text('username', words.username, { autoCapitalize: 'none', spellCheck: false })}
      {isNew && (
        <>
          {role}
          <FirstSignIn way={form.way} onWay={(way) => onType({ way })} />
        </>
      )}
      {!invited && (
        <PasswordField
          label={words.password}
          name="password"
          autoComplete="new-password"
          value={form.password}
          error={errors.password}
          hint={isNew ? PASSWORD_ADVICE : `${words.keepPassword}. ${PASSWORD_ADVICE}`}
          onValue={(password) => onType({ password })}
        />
      )}
      {!isNew && role}
      {!invited && (
        <div>
          {flag('isActive', words.active, staysOff)}
          {staysOff && <small>{headWords.owned}</small>}
          {flag('mustChangePassword', words.mustChange)}
        </div>
      )}
      <div className="amounts">
        {text('firstName', words.firstName)}
        {text('lastName', words.lastName)}
      </div>
      {text('email', words.email, { type: 'email', inputMode: 'email' })}
      {text('phone', words.phone, { type: 'tel', inputMode: 'tel' })}
    </>
  );
}

function FirstSignIn({ way, onWay }: { way: UserForm['way']; onWay: (way: UserForm['way']) => void }) {
  return (
    <div className="field">
      <span className="label">{words.way}</span>
      <Choices
        kind="segmented"
        label={words.way}
        value={way}
        options={[
          { value: 'invite', label: words.invite },
          { value: 'password', label: words.firstPassword },
        ]}
        onValue={onWay}
      />
      {way === 'invite' && <small>{words.inviteHint}</small>}
    </div>
  );
}
