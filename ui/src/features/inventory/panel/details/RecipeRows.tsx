/** What a mixed product takes of others. */
import { Plus, Trash2 } from 'lucide-react';
import { useId, useMemo, useRef } from 'react';
import { useGet } from '../../../../api/http/query';
import { NumberField } from '../../../../ui/form/NumberField';
import { PRODUCTS } from '../../calls';
import { UNIT_WORD, recipe as words } from '../../detailStrings';
import { mayBeIngredient } from '../../rules/ingredients';
import { INGREDIENTS_MAX, NEW_INGREDIENT, type RecipeRow } from '../../rules/stockDetails';
import type { DetailsProps } from './detailsProps';
import { IngredientField } from './IngredientField';
import { ListError } from './ListError';
import { useRowFocus } from './useRowFocus';

interface RecipeRowsProps extends DetailsProps {
  /** The product of the recipe; undefined for a new one. */
  own: number | undefined;
}

export function RecipeRows({ form: { recipe }, errors, onType, own }: RecipeRowsProps) {
  const title = useId();
  const list = useRef<HTMLElement>(null);
  const focusRow = useRowFocus(list, recipe.length);
  const { data: products } = useGet(PRODUCTS);
  const choices = useMemo(
    () => (products ?? []).filter((product) => mayBeIngredient(product, own)),
    [products, own],
  );
  const change = (at: number, part: Partial<RecipeRow>) =>
    onType({ recipe: recipe.map((row, place) => (place === at ? { ...row, ...part } : row)) });

  return (
    <section ref={list} className="stack detail-rows" aria-labelledby={title}>
      <div>
        <h3 id={title}>{words.title}</h3>
        <small>{words.hint}</small>
      </div>
      {recipe.map((row, at) => {
        const unit = choices.find(({ id }) => id === row.productId)?.unit;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset has a default style
          <div key={at} className="detail-row recipe-row" role="group" aria-label={words.row(at + 1)}>
            <IngredientField
              choices={choices}
              chosen={row.productId}
              text={row.name}
              error={errors[`recipe.${at}.productId`]}
              onChange={(part) => change(at, part)}
            />
            <NumberField
              label={words.amount}
              inputMode="numeric"
              value={row.amount}
              error={errors[`recipe.${at}.amount`]}
              hint={unit && UNIT_WORD[unit]}
              onValue={(amount) => change(at, { amount })}
            />
            <NumberField
              label={words.waste}
              inputMode="numeric"
              value={row.waste}
              error={errors[`recipe.${at}.waste`]}
              onValue={(waste) => change(at, { waste })}
            />
            <button
              type="button"
              className="quiet icon-only"
              aria-label={words.remove(at + 1)}
              onClick={() => {
                focusRow(at);
                onType({ recipe: recipe.filter((_, place) => place !== at) });
              }}
            >
              <Trash2 />
            </button>
          </div>
        );
      })}
      <ListError error={errors.recipe} />
      <button
        type="button"
        className="secondary add-row"
        disabled={recipe.length >= INGREDIENTS_MAX}
        onClick={() => {
          focusRow(recipe.length);
          onType({ recipe: [...recipe, NEW_INGREDIENT] });
        }}
      >
        <Plus />
        {words.add}
      </button>
    </section>
  );
}
