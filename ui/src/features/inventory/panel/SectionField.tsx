/** The section field: free text, with the sections that the bar has offered. */
import { useId, useMemo } from 'react';
import { useGet } from '../../../api/http/query';
import type { Category } from '../../../api/types';
import { sectionNames } from '../../../lib/sections';
import { TextField } from '../../../ui/form/Field';
import { PRODUCTS } from '../calls';
import { form as words } from '../strings';

/** The server's limit. */
const SECTION_MAX = 40;

interface SectionFieldProps {
  category: Category;
  value: string;
  error?: string;
  onValue: (value: string) => void;
}

export function SectionField({ category, value, error, onValue }: SectionFieldProps) {
  const list = useId();
  const { data: products } = useGet(PRODUCTS);
  const known = useMemo(
    () => sectionNames((products ?? []).filter((product) => product.category === category)),
    [products, category],
  );
  return (
    <>
      <TextField
        label={words.section}
        name="section"
        autoComplete="off"
        maxLength={SECTION_MAX}
        list={list}
        value={value}
        error={error}
        hint={words.sectionHint}
        onValue={onValue}
      />
      <datalist id={list}>
        {known.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
