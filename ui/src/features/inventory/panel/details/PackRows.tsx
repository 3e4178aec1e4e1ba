/** The packs in which a product is delivered and counted. */
import { Plus, Trash2 } from 'lucide-react';
import { useId, useRef } from 'react';
import { TextField } from '../../../../ui/form/Field';
import { NumberField } from '../../../../ui/form/NumberField';
import { UNIT_WORD, packs as words } from '../../detailStrings';
import { NEW_PACK, PACKS_MAX, type PackRow } from '../../rules/stockDetails';
import type { DetailsProps } from './detailsProps';
import { ListError } from './ListError';
import { useRowFocus } from './useRowFocus';

export function PackRows({ form: { packs, unit }, errors, onType }: DetailsProps) {
  const title = useId();
  const list = useRef<HTMLElement>(null);
  const focusRow = useRowFocus(list, packs.length);
  const change = (at: number, part: Partial<PackRow>) =>
    onType({ packs: packs.map((pack, place) => (place === at ? { ...pack, ...part } : pack)) });

  return (
    <section ref={list} className="stack detail-rows" aria-labelledby={title}>
      <div>
        <h3 id={title}>{words.title}</h3>
        <small>{words.hint}</small>
      </div>
      {packs.map((pack, at) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has a default style
        <div key={at} className="detail-row pack-row" role="group" aria-label={words.row(at + 1)}>
          <TextField
            label={words.name}
            autoComplete="off"
            maxLength={40}
            value={pack.name}
            error={errors[`packs.${at}.name`]}
            onValue={(name) => change(at, { name })}
          />
          <NumberField
            label={words.size}
            inputMode="numeric"
            value={pack.size}
            error={errors[`packs.${at}.size`]}
            hint={UNIT_WORD[unit]}
            onValue={(size) => change(at, { size })}
          />
          <TextField
            label={words.barcode}
            autoComplete="off"
            spellCheck={false}
            value={pack.barcode}
            onValue={(barcode) => change(at, { barcode })}
            // A scanner ends with Enter, which must not submit a half-filled form.
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault();
            }}
          />
          <button
            type="button"
            className="quiet icon-only"
            aria-label={words.remove(at + 1)}
            onClick={() => {
              focusRow(at);
              onType({ packs: packs.filter((_, place) => place !== at) });
            }}
          >
            <Trash2 />
          </button>
        </div>
      ))}
      <ListError error={errors.packs} />
      <button
        type="button"
        className="secondary add-row"
        disabled={packs.length >= PACKS_MAX}
        onClick={() => {
          focusRow(packs.length);
          onType({ packs: [...packs, NEW_PACK] });
        }}
      >
        <Plus />
        {words.add}
      </button>
    </section>
  );
}
