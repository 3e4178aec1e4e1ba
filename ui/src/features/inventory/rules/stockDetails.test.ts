/** The rules of 'Stock details'. */
import { describe, expect, it } from 'vitest';
import { product } from '../test/products';
import { formOf, toBody, toChanges } from './productForm';
import {
  checkDetails,
  type DetailsForm,
  detailsOf,
  hasDetails,
  NEW_INGREDIENT,
  NEW_PACK,
  newDetails,
  PLAIN,
  withUnit,
} from './stockDetails';

const BOTTLE = { id: 1, name: 'bottle', size: 750, barcode: null };
const GIN = product({
  id: 7,
  name: 'Gin',
  unit: 'ml',
  serving: 50,
  floor: false,
  stock: 750,
  packs: [BOTTLE],
});
const RECIPE = [
  { productId: 7, productName: 'Gin', amount: 50, wastePercent: 5 },
  { productId: 8, productName: 'Tonic', amount: 1, wastePercent: 0 },
];
const GIN_TONIC = product({ id: 9, name: 'Gin Tonic', recipe: RECIPE, stock: 1 });
const row = (more: Partial<typeof NEW_INGREDIENT>) => ({ ...NEW_INGREDIENT, ...more });
const pack = (name: string, size: string) => ({ ...NEW_PACK, name, size });

const errorsOf = (more: Partial<DetailsForm>, stock: number | null = null) =>
  checkDetails({ ...PLAIN, ...more }, stock);

describe('a form that is never opened', () => {
  it('says nothing', () => {
    expect(newDetails(PLAIN)).toEqual({});
    for (const one of [product(), GIN, GIN_TONIC]) {
      expect(checkDetails(detailsOf(one), one.recipe ? null : one.stock)).toEqual({});
      expect(toChanges({}, one)).toEqual({});
      expect(toChanges(formOf(one), one)).toEqual({});
      expect(toChanges({ name: 'Other' }, one)).toEqual({ name: 'Other' });
    }
  });

  it('is open where a product uses it', () => {
    expect([product(), GIN, GIN_TONIC].map((one) => hasDetails(detailsOf(one)))).toEqual([false, true, true]);
  });
});

describe('the errors', () => {
  it.each([
    [{ unit: 'ml', serving: '0' }, { serving: 'Enter 1 to 100,000, or leave it blank' }],
    [{ unit: 'ml', serving: '100001' }, { serving: 'Enter 1 to 100,000, or leave it blank' }],
    [{ unit: 'ml', serving: '100000' }, {}],
    [{ unit: 'ml', serving: ' ' }, {}],
    [{ serving: 'x' }, {}],
    [{ par: '-1' }, { par: 'Enter 0 or more, or leave it blank' }],
    [{ par: '0' }, {}],
  ] as const)('of %j', (more, errors) => expect(errorsOf(more)).toEqual(errors));

  it('stand at the pack', () => {
    const packs = [pack('crate', '24'), NEW_PACK, pack('Crate ', '0'), pack('', '6'), pack('a=b', '1')];
    expect(errorsOf({ packs })).toEqual({
      'packs.2.name': 'Two packs have this name',
      'packs.2.size': 'Enter how many it contains',
      'packs.3.name': 'Name it, such as crate',
      'packs.4.name': 'Leave out =, # and |',
    });
  });

  it('stand at the ingredient', () => {
    const recipe = [
      row({ productId: 7, amount: '50', waste: '50' }),
      row({ productId: 7, amount: '100001' }),
      row({ name: 'Gi', amount: '1', waste: '51' }),
      NEW_INGREDIENT,
    ];
    expect(errorsOf({ recipe })).toEqual({
      'recipe.1.productId': 'It is there twice',
      'recipe.1.amount': 'Enter 1 to 100,000',
      'recipe.2.productId': 'Choose an ingredient',
      'recipe.2.waste': 'Enter 0 to 50',
    });
    expect(errorsOf({ recipe, stockMode: 'free' })).toEqual({});
  });

  it('keep a recipe off goods that have a level', () => {
    const recipe = [row({ productId: 7, amount: '50' })];
    expect(errorsOf({ recipe }, 3)).toEqual({
      recipe: 'Set the stock to 0 first: a recipe has none of its own',
    });
    expect([errorsOf({ recipe }, 0), errorsOf({ recipe: [NEW_INGREDIENT] }, 3)]).toEqual([{}, {}]);
  });
});

describe('a new product', () => {
  const said = (more: Partial<DetailsForm>) => newDetails({ ...PLAIN, ...more });

  it('says its unit, and what is not as usual for it', () => {
    expect(said(withUnit('ml'))).toEqual({ unit: 'ml' });
    expect(said({ ...withUnit('ml'), serving: '50', packs: [pack(' bottle ', '750'), NEW_PACK] })).toEqual({
      unit: 'ml',
      serving: 50,
      forSale: true,
      packs: [{ name: 'bottle', size: 750, barcode: null }],
    });
    expect(said({ unit: 'g', belowZero: false })).toEqual({ unit: 'g', floor: true });
    expect(said({ belowZero: true, par: '120', forSale: false })).toEqual({
      floor: false,
      par: 120,
      forSale: false,
    });
  });

  it('has no level of its own with a recipe', () => {
    const recipe = [row({ productId: 7, amount: '50', waste: '5' }), row({ productId: 8, amount: '1' })];
    const body = toBody({ ...formOf(product()), stock: '12', recipe });
    expect(body).not.toHaveProperty('stock');
    expect(body.recipe).toEqual([
      { productId: 7, amount: 50, wastePercent: 5 },
      { productId: 8, amount: 1, wastePercent: 0 },
    ]);
    const blank = toBody({ ...formOf(product()), stock: '12', recipe: [NEW_INGREDIENT] });
    expect([blank.stock, blank.recipe]).toEqual([12, undefined]);
  });

  it('has no recipe where it is not counted', () => {
    expect(said({ stockMode: 'free', recipe: [row({ productId: 7, amount: '50' })], par: '5' })).toEqual({
      stockMode: 'free',
    });
  });
});

describe('changes', () => {
  it('keep the ids of the packs', () => {
    const [bottle] = detailsOf(GIN).packs;
    const packs = bottle ? [bottle, { ...pack('case', '4500'), barcode: ' 42 ' }] : [];
    expect(toChanges({ packs }, GIN)).toEqual({
      packs: [
        { id: 1, name: 'bottle', size: 750, barcode: null },
        { name: 'case', size: 4500, barcode: '42' },
      ],
    });
    expect(toChanges({ packs: [] }, GIN)).toEqual({ packs: [] });
  });

  it('make an ingredient of what has no serving, and back', () => {
    expect(toChanges({ serving: '' }, GIN)).toEqual({ serving: null, forSale: false });
    const only = product({ ...GIN, serving: null, forSale: false });
    expect(toChanges({ serving: '40' }, only)).toEqual({ serving: 40, forSale: true });
    expect(toChanges({ forSale: false }, GIN)).toEqual({ forSale: false });
  });

  it('write a recipe as a whole, and take it off without a level', () => {
    const [gin] = detailsOf(GIN_TONIC).recipe;
    const recipe = gin ? [{ ...gin, amount: '40', waste: '' }] : [];
    expect(toChanges({ recipe }, GIN_TONIC)).toEqual({
      recipe: [{ productId: 7, amount: 40, wastePercent: 0 }],
    });
    expect(toChanges({ recipe: [] }, GIN_TONIC)).toEqual({ recipe: null, floor: true });
    expect(toChanges({ recipe: [], stock: '6' }, GIN_TONIC)).toEqual({ recipe: null, floor: true, stock: 6 });
  });

  it('change the unit with what hangs on it', () => {
    expect(toChanges(withUnit('ml'), product({ stock: 0 }))).toEqual({
      unit: 'ml',
      forSale: false,
      floor: false,
    });
    expect(toChanges(withUnit('piece'), GIN)).toEqual({ unit: 'piece', floor: true });
  });
});
