/** The fields of a device: its name, who may sign in on it, its till, and when it locks. */
import { useGet } from '../../../api/http/query';
import { Loaded, Skeleton } from '../../../ui/feedback/States';
import { Choices } from '../../../ui/form/Choices';
import { TextField } from '../../../ui/form/Field';
import { NumberField } from '../../../ui/form/NumberField';
import { SelectField } from '../../../ui/form/SelectField';
import { Switch } from '../../../ui/form/Switch';
import { type DeviceErrors, type DeviceForm, NAMES } from './devices';
import { pins, form as words } from './strings';
import { useDrawers } from './useDrawers';

/** The box's limit for a name, in characters. */
const NAME_MAX = 40;

interface DeviceFieldsProps {
  form: DeviceForm;
  errors: DeviceErrors;
  onType: (change: Partial<DeviceForm>) => void;
}

export function DeviceFields({ form, errors, onType }: DeviceFieldsProps) {
  const drawers = useDrawers();
  return (
    <>
      <TextField
        label={words.name}
        name="name"
        autoComplete="off"
        placeholder={words.nameExample}
        maxLength={NAME_MAX}
        value={form.name}
        error={errors.name}
        onValue={(name) => onType({ name })}
      />
      <div className="field">
        <span className="label">{words.who}</span>
        <Choices
          kind="segmented"
          label={words.who}
          value={form.who}
          options={[
            { value: 'everybody', label: words.everybody },
            { value: 'chosen', label: words.chosen },
          ]}
          onValue={(who) => onType({ who })}
        />
        {form.who === 'chosen' && (
          <ChosenPeople chosen={form.userIds} onChosen={(userIds) => onType({ userIds })} />
        )}
        {errors.userIds ? (
          <small role="alert" className="error">
            {errors.userIds}
          </small>
        ) : (
          form.who === 'chosen' && <small>{words.chosenHint}</small>
        )}
      </div>
      {drawers.length > 0 && (
        <SelectField
          label={words.till}
          name="tillId"
          hint={words.tillHint}
          value={form.tillId}
          error={errors.tillId}
          options={[
            { value: '', label: words.noTill },
            ...drawers.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onValue={(tillId) => onType({ tillId })}
        />
      )}
      <NumberField
        label={words.lockAfter}
        name="lockAfter"
        inputMode="numeric"
        hint={words.lockAfterHint}
        value={form.lockAfter}
        error={errors.lockAfter}
        onValue={(lockAfter) => onType({ lockAfter })}
      />
      <div className="stack tight">
        <Switch
          name="lockAfterSale"
          label={words.lockAfterSale}
          checked={form.lockAfterSale}
          onChecked={(lockAfterSale) => onType({ lockAfterSale })}
        />
        <small>{words.lockAfterSaleHint}</small>
      </div>
    </>
  );
}

interface ChosenPeopleProps {
  chosen: readonly number[];
  onChosen: (ids: number[]) => void;
}

function ChosenPeople({ chosen, onChosen }: ChosenPeopleProps) {
  const names = useGet(NAMES);
  return (
    <Loaded query={names} errorText={pins.loadFailed} skeleton={<Skeleton count={3} height="3rem" />}>
      {(people) => (
        <fieldset className="checks">
          <legend className="sr-only">{words.chosen}</legend>
          {people.map(({ id, name, username }) => (
            <label key={id} className="row">
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={({ currentTarget: { checked } }) =>
                  onChosen(
                    checked ? [...chosen, id].sort((a, b) => a - b) : chosen.filter((one) => one !== id),
                  )
                }
              />
              <span>
                {name}
                {name !== username && <small> @{username}</small>}
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </Loaded>
  );
}
