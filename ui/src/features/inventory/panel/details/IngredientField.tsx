/** Chooses an ingredient: a combobox, whose list stands below the field and is searched while typing. */
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Product } from '../../../../api/types';
import { WIDE } from '../../../../lib/render/useMedia';
import { createSearchIndex, fold } from '../../../../lib/search';
import { Field } from '../../../../ui/form/Field';
import { UNIT_WORD, recipe as words } from '../../detailStrings';
import type { RecipeRow } from '../../rules/stockDetails';

/** Longer lists are searched, not read. */
const SHOWN = 30;

interface IngredientFieldProps {
  choices: readonly Product[];
  /** Id of the chosen product; null while none is. */
  chosen: number | null;
  /** What was typed, or the name of the chosen one. */
  text: string;
  error: string | undefined;
  onChange: (part: Pick<RecipeRow, 'productId' | 'name'>) => void;
}

export function IngredientField({ choices, chosen, text, error, onChange }: IngredientFieldProps) {
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const index = useMemo(() => createSearchIndex(choices, ({ name, brand }) => [name, brand]), [choices]);
  const matches = index.find(chosen === null ? text : '');
  const shown = open ? matches.slice(0, SHOWN) : [];
  const optionId = (at: number) => `${id}-${at}`;

  useEffect(() => {
    // A phone's keyboard covers the lower half, where the list would be.
    if (open && !matchMedia(WIDE).matches) field.current?.scrollIntoView();
  }, [open]);

  useEffect(() => {
    if (open) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [open, active, id]);

  function show(at: number) {
    setOpen(true);
    setActive(at);
  }

  function choose(product: Product | undefined) {
    if (product) onChange({ productId: product.id, name: product.name });
    setOpen(false);
  }

  function onKeyDown(event: KeyboardEvent) {
    const last = shown.length - 1;
    if (event.key === 'ArrowDown') show(open ? Math.min(active + 1, last) : 0);
    else if (event.key === 'ArrowUp') show(open ? Math.max(active - 1, 0) : 0);
    else if (event.key === 'Enter' && open) choose(shown[active]);
    else if (event.key === 'Escape' && open) {
      // Closes the list, not the sheet.
      event.stopPropagation();
      setOpen(false);
    } else return;
    event.preventDefault();
  }

  /** What was typed to the end is chosen. */
  function leave() {
    setOpen(false);
    if (chosen !== null || text.trim() === '') return;
    const [only, ...others] = choices.filter(({ name }) => fold(name) === fold(text.trim()));
    if (only && others.length === 0) choose(only);
  }

  return (
    <div ref={field} className="ingredient">
      <Field label={words.ingredient} error={error}>
        {(controlProps) => (
          <input
            {...controlProps}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={shown.length > 0}
            aria-controls={shown.length > 0 ? id : undefined}
            aria-activedescendant={shown[active] ? optionId(active) : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder={words.choose}
            value={text}
            onInput={(event) => {
              onChange({ productId: null, name: event.currentTarget.value });
              show(0);
            }}
            onClick={() => show(0)}
            onFocus={(event) => event.currentTarget.select()}
            onBlur={leave}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      <span className="sr-only" role="status">
        {open && (matches.length === 0 ? words.none : words.found(matches.length))}
      </span>
      {open && shown.length === 0 && (
        <p className="meta" aria-hidden="true">
          {words.none}
        </p>
      )}
      {shown.length > 0 && (
        // The field keeps the focus while an option is tapped.
        <div id={id} className="options" role="listbox" aria-label={words.ingredient} onMouseDown={keepFocus}>
          {shown.map((product, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
            <div
              key={product.id}
              id={optionId(at)}
              role="option"
              aria-selected={at === active}
              tabIndex={-1}
              onClick={() => choose(product)}
            >
              {product.name}
              <small>{[product.brand, UNIT_WORD[product.unit]].filter(Boolean).join(' · ')}</small>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

const keepFocus = (event: { preventDefault: () => void }) => event.preventDefault();
