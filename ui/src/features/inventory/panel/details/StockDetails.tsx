/** How the stock of a product is counted, measured, packed and mixed, in a fold of the product form. */
import { useState } from 'react';
import type { StockMode } from '../../../../api/types';
import { Fold } from '../../../../ui/Fold';
import { Choices } from '../../../../ui/form/Choices';
import { details as words } from '../../detailStrings';
import { hasDetails, isMixed, PLAIN } from '../../rules/stockDetails';
import type { DetailsProps } from './detailsProps';
import { LevelFields } from './LevelFields';
import { PackRows } from './PackRows';
import { RecipeRows } from './RecipeRows';
import { UnitFields } from './UnitFields';
import './details.css';

interface StockDetailsProps extends DetailsProps {
  /** The product of the form; undefined for a new one. */
  own: number | undefined;
}

/** The fields in the fold. */
const FIELDS = Object.keys(PLAIN);
const isAbout = (field: string) => FIELDS.includes(field.split('.')[0] ?? '');

export function StockDetails({ form, errors, onType, own }: StockDetailsProps) {
  const [open, setOpen] = useState(own !== undefined && hasDetails(form));
  const [shownErrors, setShownErrors] = useState(errors);
  // A mistake in the fold opens it, before the form looks for the field to go to.
  if (errors !== shownErrors) {
    setShownErrors(errors);
    if (Object.keys(errors).some(isAbout)) setOpen(true);
  }
  const props = { form, errors, onType };
  const mixed = isMixed(form);
  return (
    <Fold open={open} onToggle={setOpen} summary={words.title}>
      {open && (
        <div className="stack">
          <Choices<StockMode>
            kind="segmented"
            label={words.stock}
            value={form.stockMode}
            options={words.modes}
            onValue={(stockMode) => onType({ stockMode })}
          />
          {form.stockMode === 'free' && <p className="meta">{words.freeHint}</p>}
          {mixed && <p className="meta">{words.recipeHint}</p>}
          <UnitFields {...props} />
          {!mixed && <PackRows {...props} />}
          {form.stockMode === 'counted' && (
            <>
              {!mixed && <LevelFields {...props} />}
              <RecipeRows {...props} own={own} />
            </>
          )}
        </div>
      )}
    </Fold>
  );
}
