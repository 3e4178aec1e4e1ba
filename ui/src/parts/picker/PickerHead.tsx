/** Search and category chips of a picker. */
import type { KeyboardEvent, Ref } from 'react';
import { Choices } from '../../ui/form/Choices';
import { SearchField } from '../../ui/form/SearchField';
import type { CategoryFilter, filtersOf } from './groups';
import { words } from './strings';
import type { Picker } from './usePicker';

interface PickerHeadProps {
  picker: Picker;
  filters: ReturnType<typeof filtersOf>;
  /** Enter in the search. */
  onEnter: () => void;
  /** Every key in the search, before Enter is handled. */
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  field?: Ref<HTMLInputElement>;
}

export function PickerHead({ picker, filters, onEnter, onKeyDown, field }: PickerHeadProps) {
  return (
    <>
      <SearchField
        field={field}
        label={words.search}
        enterKeyHint="done"
        value={picker.query}
        onValue={picker.setQuery}
        onKeyDown={(event) => {
          onKeyDown?.(event);
          // A scan that ended here is in the cart already.
          if (event.key !== 'Enter' || event.defaultPrevented) return;
          // Not the form around the picker, if there is one.
          event.preventDefault();
          onEnter();
        }}
      />
      {filters.length > 2 && (
        <Choices<CategoryFilter>
          label={words.show}
          value={picker.category}
          onValue={picker.setCategory}
          options={filters}
        />
      )}
    </>
  );
}
