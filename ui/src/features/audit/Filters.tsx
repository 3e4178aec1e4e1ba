/** The filters of the audit log: words, dates, person and kind. */
import type { CSSProperties } from 'react';
import { useGet } from '../../api/http/query';
import { Field } from '../../ui/form/Field';
import { SearchField } from '../../ui/form/SearchField';
import { SelectField } from '../../ui/form/SelectField';
import { GROUPS, kindsOf } from './groups';
import { type AuditFilter, isBackwards, NO_FILTER } from './pages';
import { words } from './strings';

/** Two side by side on a phone, one below the other in large text. */
const TWO_BY_TWO = { '--min': '9rem' } as CSSProperties;

interface FiltersProps {
  filter: AuditFilter;
  onFilter: (filter: AuditFilter) => void;
}

export function Filters({ filter, onFilter }: FiltersProps) {
  const users = useGet('/api/users').data ?? [];
  const set = (change: Partial<AuditFilter>) => onFilter({ ...filter, ...change });
  const day = (name: 'from' | 'to', label: string) => (
    <Field label={label} error={name === 'to' && isBackwards(filter) ? words.rangeWrong : undefined}>
      {(controlProps) => (
        <input
          {...controlProps}
          type="date"
          value={filter[name]}
          onChange={(event) => set({ [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
  return (
    <form className="stack tight" noValidate aria-label={words.filters}>
      <SearchField label={words.search} value={filter.q} onValue={(q) => set({ q })} />
      <div className="tiles" style={TWO_BY_TWO}>
        {day('from', words.from)}
        {day('to', words.to)}
        <SelectField
          label={words.user}
          value={filter.user}
          options={[
            { value: '', label: words.everybody },
            ...users.map(({ username }) => ({ value: username, label: username })),
          ]}
          onValue={(user) => set({ user })}
        />
        <SelectField
          label={words.kind}
          value={filter.kind}
          options={[
            { value: '', label: words.everything },
            ...GROUPS.map((group) => ({ value: kindsOf(group), label: group.label })),
          ]}
          onValue={(kind) => set({ kind })}
        />
      </div>
      {isFiltered(filter) && (
        <button type="button" className="secondary" onClick={() => onFilter(NO_FILTER)}>
          {words.showAll}
        </button>
      )}
    </form>
  );
}

function isFiltered(filter: AuditFilter): boolean {
  return Object.values(filter).some((value) => value !== '');
}
