/** Words of the import. */
import { formatCount } from '../../lib/format';
import type { Field } from './types';

export const words = {
  title: 'Import CSV',
  back: 'Back',
  inventory: 'Inventory',
  steps: 'Steps',
  stepNames: { file: 'File', columns: 'Columns', check: 'Check' },
  headings: { file: 'Import CSV', columns: 'What is in each column?', check: 'Check the list' },
  rows: (count: number) => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`,
  proceed: 'Continue',
  reading: 'Checking the list...',
  importFailed: 'Import failed',
  importFailedDetail: 'Unable to import CSV data',
  noAnswer: "The box does not answer. What you chose is kept. Try again when it's back.",
  tryAgain: 'Try again',
  otherFile: 'Choose a .csv, .txt, .tsv or .xlsx file',
  tooLarge: 'The file is larger than 6 MB',
  notReadable: 'The file could not be read. Choose it again.',
  emptyList: 'There are no rows in this list',
};

export const file = {
  choose: 'Choose file',
  hint: 'A list of products from a spreadsheet or another till: .csv, .txt, .tsv or .xlsx, up to 6 MB. Nothing is saved before you have checked it.',
  chosen: (name: string) => `Chosen: ${name}`,
  sheet: 'Sheet',
  sheetHint: 'The file has several sheets. One is imported at a time.',
};

export const columns = {
  list: 'Columns of the file',
  unnamed: (number: number) => `Column ${number}`,
  noSamples: 'No values',
  used: (count: number, all: number) => `${count} of ${all} ${all === 1 ? 'column is' : 'columns are'} used.`,
  remembered: 'Barback remembers this for the next file.',
  noHeadings: 'The list has no headings: its first row is a product.',
  leaveOut: 'Leave out',
  /** What a column is for that becomes no field. */
  parts: {
    name: 'Behind the name',
    rows: 'Groups the rows',
    category: 'If no category',
    archived: 'Off the menu',
  },
  nowLeftOut: (heading: string) => `${heading} is left out now`,
  nameMissing: 'Choose the column that has the names',
  answerFirst: 'Answer what is asked here first',
  asked: (count: number) => `${count} ${count === 1 ? 'question' : 'questions'} below`,
  questions: 'Questions',
  figures: 'What is the decimal sign in this file?',
  readings: (sample: string, point: string, comma: string) =>
    `“${sample}” can be read in two ways: ${point} with a point, ${comma} with a comma.`,
  point: 'Point',
  comma: 'Comma',
  currency: 'Which currency are prices without a sign?',
  usd: 'US dollars',
  lrd: 'Liberian dollars',
  samples: (column: string, samples: string) => `${column}: ${samples}`,
};

export const check = {
  encodings: { 'windows-1252': 'Windows-1252', macintosh: 'Mac Roman' },
  readAs: (encoding: string) => `Read as ${encoding}. Look at the names with accents.`,
  readItAs: (encoding: string) => `Read it as ${encoding}`,
  suchAs: (name: string) => `Such as “${name}”.`,
  ignored: (columns: string) => `These columns are not used: ${columns}`,
  unused: (count: number) => `${formatCount(count)} columns are not used`,
  ignoredPrices:
    'Some prices in the column price do not count, because the file has the column of that price too:',
  ignoredPrice: (line: number, name: string, price: string, used: string, currency: string) =>
    `Line ${line}, ${name}: price says ${price}, price${currency} makes it ${used}`,
  noStock: 'No column says how many there are. New products start with a stock of 0.',
  stockReplaced: (count: number) =>
    `The stock in the file replaces the stock on the shelf, of ${count === 1 ? 'one product' : `${formatCount(count)} products`}. What was sold or delivered since the file was saved is lost. To keep the stock, leave the column with the stock out.`,
  line: (line: number, column: string | null) => (column ? `Line ${line}, ${column}` : `Line ${line}`),
  mistakes: 'Mistakes',
  more: (count: number) => `And ${formatCount(count)} more`,
  kinds: {
    wrong: { name: 'Wrong', note: 'Not imported. Correct them in the file.' },
    ask: { name: 'Choose', note: 'Not imported until you choose' },
    new: { name: 'New', note: 'Added to your inventory' },
    changed: { name: 'Changed', note: 'Before and after' },
    unchanged: { name: 'Unchanged', note: 'Nothing to do' },
  },
  correct: 'Not imported. Correct them in the file.',
  untilPriced: 'Not imported without a price',
  givePrice: 'Give a price',
  givePriceTo: (name: string) => `Give a price to ${name}`,
  savePrice: 'Save price',
  priceWrong: 'Enter a price such as 3.50',
  choose: 'Choose',
  chooseFor: (name: string, line: number) => `Choose for ${name}, line ${line}`,
  newProduct: 'New product',
  skip: 'Skip',
  allGoIn: 'All of them are imported',
  stayOut: (count: number) => `${formatCount(count)} ${count === 1 ? 'stays' : 'stay'} out`,
  stayOutNote: 'Wrong, skipped or not chosen',
  noneGoesIn: 'No row can be imported',
  submit: 'Import',
  submitSome: (count: number, all: number) => `Import ${formatCount(count)} of ${formatCount(all)}`,
  submitting: 'Importing...',
  checkedAgain: 'Nothing is imported yet. The list was checked again: this is what it does now.',
};

/** What a column becomes, in the order of the choices. */
export const fields: Record<Field, string> = {
  name: 'Name',
  brand: 'Brand',
  barcode: 'Barcode',
  category: 'Category',
  price: 'Price',
  currency: 'Currency',
  priceUSD: 'USD Price',
  priceLRD: 'LRD Price',
  stock: 'Stock',
  description: 'Description',
  isAvailable: 'Available',
  section: 'Section',
  taxClass: 'Tax class',
  stockMode: 'Stock mode',
  floor: 'Stops at zero',
};

/** A change of a product. */
export const changes = {
  was: (name: string, before: string, after: string) => `${name}: ${before} → ${after}`,
  is: (name: string, value: string) => `${name}: ${value}`,
  byRate: 'by the rate',
  nothing: 'none',
  onMenu: 'on the menu',
  offMenu: 'not on the menu',
};
