/** Words of 'Stock details' in the product form. */
import type { Unit } from '../../api/types';

export const details = {
  title: 'Stock details',
  stock: 'Stock',
  modes: [
    { value: 'counted', label: 'Counted' },
    { value: 'free', label: 'Not counted' },
  ] as const,
  freeHint: 'It is sold without end: for what is cooked to order.',
  recipeHint: 'Its stock is that of its ingredients.',
  belowZero: 'May go below zero',
  belowZeroHint: 'Sales go on at 0. Then it needs a count.',
  unit: 'Unit',
  units: [
    { value: 'piece', label: 'Pieces' },
    { value: 'ml', label: 'Millilitres' },
    { value: 'g', label: 'Grams' },
  ] as const,
  serving: 'Serving',
  servingHint: (unit: Unit) => `What one sale takes, in ${unit}. Leave blank for an ingredient alone.`,
  servingWrong: 'Enter 1 to 100,000, or leave it blank',
  forSale: 'For sale by itself',
  forSaleHint: 'Off: no list to sell from has it, but recipes may take it.',
  noServing: 'It has no serving, so it is only an ingredient.',
  par: 'Par Level',
  parHint: 'What you want to have.',
  parWrong: 'Enter 0 or more, or leave it blank',
  /** `= 6 × bottle + 300 ml` */
  reads: (level: string) => `= ${level}`,
};

export const packs = {
  title: 'Packs',
  hint: 'How it is delivered and counted. The first is the main pack.',
  row: (number: number) => `Pack ${number}`,
  name: 'Pack',
  size: 'Contains',
  barcode: 'Barcode',
  add: 'Add Pack',
  remove: (number: number) => `Remove pack ${number}`,
  nameMissing: 'Name it, such as crate',
  nameWrong: 'Leave out =, # and |',
  nameTwice: 'Two packs have this name',
  sizeWrong: 'Enter how many it contains',
};

export const recipe = {
  title: 'Recipe',
  hint: 'What one of it takes from the stock of others.',
  row: (number: number) => `Ingredient ${number}`,
  ingredient: 'Ingredient',
  choose: 'Search ingredients',
  none: 'No products found',
  found: (count: number) => `${count} ${count === 1 ? 'product' : 'products'} found`,
  amount: 'Amount',
  waste: 'Waste %',
  add: 'Add Ingredient',
  remove: (number: number) => `Remove ingredient ${number}`,
  productMissing: 'Choose an ingredient',
  productTwice: 'It is there twice',
  amountWrong: 'Enter 1 to 100,000',
  wasteWrong: 'Enter 0 to 50',
  hasStock: 'Set the stock to 0 first: a recipe has none of its own',
};

/** What an amount is typed in. */
export const UNIT_WORD: Record<Unit, string> = { piece: 'pieces', ml: 'ml', g: 'g' };
