/** The rules of 'Stock details' in the product form: initial values, validation, and their part of the request body. */
import type { Product, ProductBody, StockMode, Unit } from '../../../api/types';
import type { Measured } from '../../../parts/stock/amount';
import { packs as packWords, recipe as recipeWords, details as words } from '../detailStrings';
import { parseWhole } from './stock';

/** A pack as it is typed. */
export interface PackRow {
  /** Null for a new one. */
  id: number | null;
  name: string;
  size: string;
  barcode: string;
}

/** An ingredient as it is typed. */
export interface RecipeRow {
  /** Null until one is chosen. */
  productId: number | null;
  /** The name of the chosen one. */
  name: string;
  amount: string;
  waste: string;
}

export interface DetailsForm {
  stockMode: StockMode;
  /** Whether sales go on at a level of 0. */
  belowZero: boolean;
  unit: Unit;
  /** Blank: it is not sold by itself. Of pieces it is always 1. */
  serving: string;
  forSale: boolean;
  packs: PackRow[];
  par: string;
  /** Empty for goods of their own. */
  recipe: RecipeRow[];
}

/** The fields of a row; the names of their errors begin with the list and the place. */
export type RowError =
  | `packs.${number}.${'name' | 'size'}`
  | `recipe.${number}.${'productId' | 'amount' | 'waste'}`;
export type DetailsErrors = Partial<Record<keyof DetailsForm | RowError, string>>;

/** Most packs of a product, and most ingredients of a recipe. */
export const PACKS_MAX = 8;
export const INGREDIENTS_MAX = 20;
/** The largest serving, and the largest amount of an ingredient. */
const AMOUNT_MAX = 100_000;
const WASTE_MAX = 50;

export const NEW_PACK: PackRow = { id: null, name: '', size: '', barcode: '' };
export const NEW_INGREDIENT: RecipeRow = { productId: null, name: '', amount: '', waste: '' };

/** Goods that are counted by the piece, in no packs. */
export const PLAIN: DetailsForm = {
  stockMode: 'counted',
  belowZero: false,
  unit: 'piece',
  serving: '',
  forSale: true,
  packs: [],
  par: '',
  recipe: [],
};

export function detailsOf(product: Product): DetailsForm {
  const { stockMode, unit, serving, packs, recipe, par } = product;
  return {
    stockMode,
    belowZero: stockMode === 'counted' && !product.floor,
    unit,
    serving: unit === 'piece' ? '' : String(serving ?? ''),
    // Without serving it is never for sale: with one it is, unless that is said.
    forSale: product.forSale || serving === null,
    packs: packs.map(({ id, name, size, barcode }) => ({
      id,
      name,
      size: String(size),
      barcode: barcode ?? '',
    })),
    par: String(par ?? ''),
    recipe: (recipe ?? []).map(({ productId, productName, amount, wastePercent }) => ({
      productId,
      name: productName,
      amount: String(amount),
      waste: wastePercent > 0 ? String(wastePercent) : '',
    })),
  };
}

/** Whether it is more than goods by the piece, so that the form shows its details at once. */
export const hasDetails = (form: DetailsForm): boolean =>
  form.unit !== 'piece' ||
  !form.forSale ||
  form.packs.length > 0 ||
  form.par !== '' ||
  form.recipe.length > 0;

/** The fields that another unit changes: what is poured goes below 0 unless that is said, and has another serving. */
export const withUnit = (unit: Unit): Partial<DetailsForm> => ({
  unit,
  serving: '',
  belowZero: unit !== 'piece',
});

/** Whether the form shows it as mixed from others, also before the first ingredient is chosen. What is not counted is no mixture. */
export const isMixed = ({ stockMode, recipe }: DetailsForm): boolean =>
  stockMode === 'counted' && recipe.length > 0;

/** Whether it can be sold by itself. */
export const hasServing = ({ unit, serving }: DetailsForm): boolean =>
  unit === 'piece' || serving.trim() !== '';

/** How its levels read: packs that are typed to the end count already. Null for pieces without packs, which are plain numbers. */
export function measureOf({ unit, packs: [main] }: DetailsForm): Measured | null {
  const size = parseWhole(main?.size ?? '');
  if (!main?.name.trim() || !size || size < 1) return unit === 'piece' ? null : { unit, packs: [] };
  return { unit, packs: [{ id: main.id ?? 0, name: main.name.trim(), size, barcode: null }] };
}

/** `stock` is the level of the existing goods, null for what has none. */
export function checkDetails(form: DetailsForm, stock: number | null): DetailsErrors {
  const errors: DetailsErrors = {};
  if (form.unit !== 'piece' && !isBlankOr(form.serving, 1, AMOUNT_MAX)) errors.serving = words.servingWrong;
  if (!isBlankOr(form.par, 0)) errors.par = words.parWrong;
  form.packs.forEach((pack, at) => {
    if (isBlankPack(pack)) return;
    const wrong = nameProblem(form.packs, at);
    if (wrong) errors[`packs.${at}.name`] = wrong;
    if (!isWithin(pack.size, 1)) errors[`packs.${at}.size`] = packWords.sizeWrong;
  });
  if (form.stockMode === 'free') return errors;
  form.recipe.forEach((row, at) => {
    if (isBlankIngredient(row)) return;
    if (row.productId === null) errors[`recipe.${at}.productId`] = recipeWords.productMissing;
    else if (form.recipe.findIndex(({ productId }) => productId === row.productId) < at)
      errors[`recipe.${at}.productId`] = recipeWords.productTwice;
    if (!isWithin(row.amount, 1, AMOUNT_MAX)) errors[`recipe.${at}.amount`] = recipeWords.amountWrong;
    if (!isBlankOr(row.waste, 0, WASTE_MAX)) errors[`recipe.${at}.waste`] = recipeWords.wasteWrong;
  });
  if (stock && recipeOf(form)) errors.recipe = recipeWords.hasStock;
  return errors;
}

function nameProblem(packs: readonly PackRow[], at: number): string | undefined {
  const nameOf = (pack: PackRow | undefined) => pack?.name.trim().toLowerCase() ?? '';
  const name = nameOf(packs[at]);
  if (name === '') return packWords.nameMissing;
  if (/[=#|]/.test(name)) return packWords.nameWrong;
  return packs.slice(0, at).some((pack) => nameOf(pack) === name) ? packWords.nameTwice : undefined;
}

const isWithin = (text: string, least: number, most = Number.MAX_SAFE_INTEGER): boolean => {
  const value = parseWhole(text);
  return value !== null && value >= least && value <= most;
};
const isBlankOr = (text: string, least: number, most?: number): boolean =>
  text.trim() === '' || isWithin(text, least, most);

/** A row that was added and left as it was is none. */
const isBlankPack = ({ id, name, size, barcode }: PackRow): boolean =>
  id === null && `${name}${size}${barcode}`.trim() === '';
const isBlankIngredient = ({ productId, name, amount, waste }: RecipeRow): boolean =>
  productId === null && `${name}${amount}${waste}`.trim() === '';

type DetailsBody = Required<Pick<ProductBody, 'forSale' | 'packs' | 'recipe'>> &
  Pick<ProductBody, 'unit' | 'serving' | 'par' | 'floor' | 'stockMode'>;

/** Whether what is saved has a level of its own: rows of a recipe that were left blank are none. */
export const hasOwnLevel = (form: DetailsForm): boolean =>
  form.stockMode === 'counted' && recipeOf(form) === null;

/** All that a form without errors says; a value that the box decides by itself is absent. */
export function detailsBody(form: DetailsForm): DetailsBody {
  const recipe = recipeOf(form);
  return {
    stockMode: form.stockMode,
    unit: form.unit,
    ...(form.unit !== 'piece' && { serving: parseWhole(form.serving) }),
    forSale: form.forSale && hasServing(form),
    packs: form.packs.filter((pack) => !isBlankPack(pack)).map(packBody),
    recipe,
    ...(hasOwnLevel(form) && { par: parseWhole(form.par), floor: !form.belowZero }),
  };
}

const packBody = ({ id, name, size, barcode }: PackRow) => ({
  ...(id !== null && { id }),
  name: name.trim(),
  size: parseWhole(size) ?? 0,
  barcode: barcode.trim() || null,
});

/** Null for goods of their own. */
function recipeOf(form: DetailsForm): NonNullable<ProductBody['recipe']> | null {
  if (!isMixed(form)) return null;
  const rows = form.recipe.flatMap((row) =>
    row.productId === null
      ? []
      : [
          {
            productId: row.productId,
            amount: parseWhole(row.amount) ?? 0,
            wastePercent: parseWhole(row.waste) ?? 0,
          },
        ],
  );
  return rows.length > 0 ? rows : null;
}

/** What a new product says of its details: only what is not as usual. */
export function newDetails(form: DetailsForm): Partial<DetailsBody> {
  const body = detailsBody(form);
  const usual = detailsBody({ ...PLAIN, unit: form.unit, belowZero: form.unit !== 'piece' });
  const said = Object.entries(body).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(usual[name as keyof DetailsBody]),
  );
  return { ...(form.unit !== 'piece' && { unit: form.unit }), ...Object.fromEntries(said) };
}
