/** A user at the bars: a new one, or one that head office has sent before. */
import { TextField } from '../../../ui/form/Field';
import { PasswordField } from '../../../ui/form/PasswordField';
import { SelectField } from '../../../ui/form/SelectField';
import { Switch } from '../../../ui/form/Switch';
import { DIRECTIVES } from '../../api/calls';
import { useGet } from '../../api/query';
import type { Directive } from '../../api/types';
import { type BarRole, EMPTY, knownPeople } from './change';
import type { ChangeFieldsProps } from './PriceFields';
import { form as words } from './strings';

const ROLES: readonly BarRole[] = ['bartender', 'manager', 'admin'];

/** The newest changes of users, of which the known users are read. */
const SENT = `${DIRECTIVES}?kind=user.set&limit=1000`;

export function UserFields({ values, errors, set }: ChangeFieldsProps) {
  const people = knownPeople(useGet<Directive[]>(SENT, { every: false }).data ?? []);
  function choose(person: string) {
    const known = people.find(({ chainId }) => chainId === person);
    const { username, firstName, lastName, email, phone, role, isActive, bars } = known ?? EMPTY;
    // A known user gets no account at other bars by chance.
    set({ person, username, firstName, lastName, email, phone, role, isActive, bars, password: '' });
  }
  const field = (name: 'username' | 'firstName' | 'lastName' | 'email' | 'phone') => (
    <TextField
      label={words[name]}
      name={name}
      type={name === 'email' ? 'email' : name === 'phone' ? 'tel' : undefined}
      autoComplete="off"
      autoCapitalize={name === 'username' || name === 'email' ? 'none' : undefined}
      value={values[name]}
      error={errors[name]}
      onValue={(value) => set({ [name]: value })}
    />
  );
  return (
    <>
      {people.length > 0 && (
        <SelectField
          label={words.person}
          value={values.person}
          options={[
            { value: '', label: words.newPerson },
            ...people.map(({ chainId, username }) => ({ value: chainId, label: username })),
          ]}
          onValue={choose}
        />
      )}
      {field('username')}
      <div className="two">
        {field('firstName')}
        {field('lastName')}
      </div>
      <div className="two">
        {field('email')}
        {field('phone')}
      </div>
      <SelectField
        label={words.role}
        value={values.role}
        options={ROLES.map((role) => ({ value: role, label: role }))}
        onValue={(role) => set({ role })}
      />
      <PasswordField
        label={words.password}
        name="password"
        autoComplete="new-password"
        value={values.password}
        error={errors.password}
        hint={values.person === '' ? words.passwordHint : words.passwordKeeps}
        onValue={(password) => set({ password })}
      />
      <Switch
        name="isActive"
        label={words.active}
        checked={values.isActive}
        onChecked={(isActive) => set({ isActive })}
      />
    </>
  );
}
