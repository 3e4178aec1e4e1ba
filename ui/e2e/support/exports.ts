/**
 * Lists of products as other programs save them: their own headings in their own order, with what tends to go wrong in a file of each.
 * The rows are made up.
 */
import { type Cell, workbook } from './workbook';

/** What a product became; members that are absent are not compared. */
export interface Imported {
  name: string;
  currency?: string;
  priceUSD?: string | null;
  priceLRD?: string | null;
  category?: string;
  section?: string | null;
  brand?: string | null;
  barcode?: string | null;
  stock?: number;
  stockMode?: string;
  isAvailable?: number;
  description?: string | null;
}

export interface Export {
  program: string;
  file: string;
  bytes: Buffer;
  /** The sheet to choose, where the file has several. */
  sheet?: string;
  /** Headings that a person maps, with what they choose. */
  maps?: Readonly<Record<string, string>>;
  /** What is asked about the file, as it is answered: the words of a choice. */
  answers?: readonly string[];
  /** The label of the button that imports it. */
  button: string;
  /** All that is in the bar afterwards. */
  products: readonly Imported[];
  /** The product that is sold. */
  sells: string;
}

const BOM = '\u{feff}';
const csv = (lines: readonly string[], end = '\r\n'): Buffer => Buffer.from(lines.join(end) + end);
/** Rows under their headings; a heading that a row does not name is an empty cell. */
const table = (headings: readonly string[], rows: readonly Readonly<Record<string, Cell>>[]): Cell[][] => [
  [...headings],
  ...rows.map((row) => headings.map((heading) => row[heading] ?? null)),
];
/** The same as text, with quotes where they are needed. */
const rowsOf = (cells: readonly (readonly Cell[])[], separator = ','): string[] =>
  cells.map((row) => row.map((cell) => quoted(String(cell ?? ''), separator)).join(separator));
const quoted = (text: string, separator: string): string =>
  /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;

/** The library of Square as a workbook: all cells are texts, and an empty row is above the headings. */
const square: Export = {
  program: 'Square',
  file: 'catalog-2026-11-30-1412.xlsx',
  bytes: workbook({
    Items: [
      [],
      ...table(
        [
          ...['Reference Handle', 'Token', 'Item Name', 'Customer-facing Name', 'Variation Name', 'SKU'],
          ...['Description', 'Categories', 'Reporting Category', 'GTIN', 'Item Type', 'Weight (lb)'],
          ...['Social Media Link Title', 'Social Media Link Description', 'Price', 'Online Sale Price'],
          ...['Archived', 'Sellable', 'Contains Alcohol', 'Stockable', 'Skip Detail Screen in POS'],
          ...['Option Name 1', 'Option Value 1', 'Default Unit Cost', 'Current Quantity Sunset Bar'],
          ...['New Quantity Sunset Bar', 'Stock Alert Enabled Sunset Bar', 'Stock Alert Count Sunset Bar'],
          'Tax - GST (10%)',
        ],
        [
          {
            'Reference Handle': '#palm-lager',
            Token: 'AB12CD34EF56',
            'Item Name': 'Palm Lager',
            'Variation Name': 'Regular',
            Categories: 'Drinks > Beer, Specials',
            GTIN: '6001000000018',
            Price: '2.00',
            Archived: 'N',
            Stockable: 'Y',
            'Current Quantity Sunset Bar': '48',
          },
          {
            'Item Name': 'Cane juice',
            'Variation Name': 'Single',
            Categories: 'Spirits',
            Price: '1.50',
            Archived: 'N',
            'Current Quantity Sunset Bar': '10',
          },
          {
            'Item Name': 'Cane juice',
            'Variation Name': 'Double',
            Categories: 'Spirits',
            Price: '2.50',
            Archived: 'N',
            'Current Quantity Sunset Bar': '10',
          },
          {
            'Item Name': 'Pepper soup',
            'Variation Name': 'Regular',
            Categories: 'Food > Soups',
            Price: '5.00',
            Archived: 'N',
            Stockable: 'N',
          },
          { 'Item Name': 'Old rum', 'Variation Name': 'Regular', Price: '3.00', Archived: 'Y' },
        ],
      ),
    ],
  }),
  button: 'Import',
  products: [
    {
      name: 'Palm Lager',
      priceUSD: '2.00',
      category: 'drinks',
      section: 'Beer',
      barcode: '6001000000018',
      stock: 48,
    },
    { name: 'Cane juice Single', priceUSD: '1.50', section: 'Spirits', stock: 10 },
    { name: 'Cane juice Double', priceUSD: '2.50', section: 'Spirits', stock: 10 },
    { name: 'Pepper soup', priceUSD: '5.00', category: 'food', section: 'Soups', stockMode: 'free' },
    { name: 'Old rum', priceUSD: '3.00', isAvailable: 0 },
  ],
  sells: 'Pepper soup',
};

/** Loyverse: the name of the shop in the headings; only the first variant of an item has its name. */
const loyverse: Export = {
  program: 'Loyverse',
  file: 'export_items.csv',
  bytes: csv(
    [
      'Handle,SKU,Name,Category,Description,Sold by weight,Option 1 name,Option 1 value,Option 2 name,Option 2 value,Option 3 name,Option 3 value,Cost,Barcode,SKU of included item,Quantity of included item,Track stock,Available for sale [Sunset Bar & Grill],Price [Sunset Bar & Grill],In stock [Sunset Bar & Grill],Low stock [Sunset Bar & Grill]',
      'palm-lager,10000,Palm Lager,Beer,,N,,,,,,,0.80,6001000000018,,,Y,Y,2.00,48,12',
      'house-wine,10001,House wine,Wine,"Red, from the Cape",N,Size,Glass,,,,,,,,,N,Y,4.00,,',
      'house-wine,10002,,,,,,Bottle,,,,,,,,,N,Y,18.00,,',
      'gift,10003,Gift basket,,,N,,,,,,,,,,,Y,N,25.00,2,',
    ].map((line, at) => (at === 0 ? BOM + line : line)),
  ),
  button: 'Import',
  products: [
    { name: 'Palm Lager', priceUSD: '2.00', section: 'Beer', barcode: '6001000000018', stock: 48 },
    {
      name: 'House wine Glass',
      priceUSD: '4.00',
      section: 'Wine',
      stockMode: 'free',
      description: 'Red, from the Cape',
    },
    {
      name: 'House wine Bottle',
      priceUSD: '18.00',
      section: 'Wine',
      stockMode: 'free',
      description: 'Red, from the Cape',
    },
    { name: 'Gift basket', priceUSD: '25.00', stock: 2, isAvailable: 0 },
  ],
  sells: 'House wine Bottle',
};

const SHOPIFY = [
  ...['Title', 'URL handle', 'Description', 'Vendor', 'Product category', 'Type', 'Tags'],
  ...['Published on online store', 'Status', 'SKU', 'Barcode', 'Option1 name', 'Option1 value'],
  ...['Option1 Linked To', 'Option2 name', 'Option2 value', 'Option2 Linked To', 'Option3 name'],
  ...['Option3 value', 'Option3 Linked To', 'Price', 'Compare-at price', 'Cost per item', 'Charge tax'],
  ...['Tax code', 'Unit price total measure', 'Unit price total measure unit', 'Unit price base measure'],
  ...['Unit price base measure unit', 'Inventory tracker', 'Inventory quantity'],
  ...['Continue selling when out of stock', 'Weight value (grams)', 'Weight unit for display'],
  ...['Requires shipping', 'Fulfillment service', 'Product image URL', 'Image position', 'Image alt text'],
  ...['Variant image URL', 'Gift card', 'SEO title', 'SEO description'],
  'Google Shopping / Google product category',
];

/** Shopify: variants below their product, rows for further pictures alone, HTML with line breaks, `'` before a barcode. */
const shopify: Export = {
  program: 'Shopify',
  file: 'products_export_1.csv',
  bytes: csv(
    rowsOf(
      table(SHOPIFY, [
        {
          Title: 'Palm Lager',
          'URL handle': 'palm-lager',
          Description: '<p>Cold &amp; <b>"local"</b></p>\n<p>33 cl</p>',
          Vendor: 'Palm Co',
          'Product category': 'Food, Beverages & Tobacco > Beverages > Alcoholic Beverages > Beer',
          Type: 'Lager',
          'Published on online store': 'true',
          Status: 'Active',
          Barcode: "'6001000000018",
          'Option1 name': 'Title',
          'Option1 value': 'Default Title',
          Price: '2.00',
          'Inventory tracker': 'shopify',
          'Inventory quantity': '48',
          'Product image URL': 'https://cdn.example.org/1.jpg',
          'Image position': '1',
        },
        {
          'URL handle': 'palm-lager',
          'Product image URL': 'https://cdn.example.org/2.jpg',
          'Image position': '2',
        },
        {
          Title: 'Bar shirt',
          'URL handle': 'bar-shirt',
          Type: 'Shirts',
          Status: 'Active',
          'Option1 name': 'Size',
          'Option1 value': 'M',
          Price: '12.00',
          'Inventory tracker': 'shopify',
          'Inventory quantity': '3',
        },
        {
          'URL handle': 'bar-shirt',
          'Option1 value': 'XL',
          Price: '14.00',
          'Inventory tracker': 'shopify',
          'Inventory quantity': '1',
        },
        {
          Title: 'Table for two',
          'URL handle': 'table',
          Status: 'Draft',
          'Option1 name': 'Title',
          'Option1 value': 'Default Title',
          Price: '10.00',
          'Inventory quantity': '-2',
        },
      ]),
    ),
    '\n',
  ),
  button: 'Import',
  products: [
    {
      name: 'Palm Lager',
      priceUSD: '2.00',
      section: 'Beer',
      brand: 'Palm Co',
      barcode: '6001000000018',
      stock: 48,
      description: 'Cold & "local"\n33 cl',
    },
    { name: 'Bar shirt M', priceUSD: '12.00', section: 'Shirts', stock: 3 },
    { name: 'Bar shirt XL', priceUSD: '14.00', section: 'Shirts', stock: 1 },
    { name: 'Table for two', priceUSD: '10.00', stockMode: 'free', isAvailable: 0 },
  ],
  sells: 'Bar shirt XL',
};

/** Odoo: figures are numbers, and the groups of its till stand beside those of its books. */
const odoo: Export = {
  program: 'Odoo',
  file: 'Product (product.template).xlsx',
  bytes: workbook({
    Sheet1: table(
      [
        ...['Name', 'Internal Reference', 'Barcode', 'Sales Price', 'Cost', 'Product Category'],
        ...[
          'Point of Sale Category',
          'Quantity On Hand',
          'Unit of Measure',
          'Available in POS',
          'Track Inventory',
        ],
      ],
      [
        {
          Name: 'Palm Lager',
          'Internal Reference': 'PL-1',
          Barcode: '6001000000018',
          'Sales Price': 2,
          Cost: 0.8,
          'Product Category': 'All / Saleable',
          'Point of Sale Category': 'Drinks / Beer',
          'Quantity On Hand': 48,
          'Unit of Measure': 'Units',
          'Available in POS': 'True',
          'Track Inventory': 'True',
        },
        {
          Name: 'Jollof rice',
          'Sales Price': 6.5,
          'Product Category': 'All / Saleable',
          'Point of Sale Category': 'Food',
          'Quantity On Hand': 0,
          'Available in POS': 'True',
          'Track Inventory': 'False',
        },
      ],
    ),
  }),
  button: 'Import',
  products: [
    {
      name: 'Palm Lager',
      priceUSD: '2.00',
      category: 'drinks',
      section: 'Beer',
      barcode: '6001000000018',
      stock: 48,
    },
    { name: 'Jollof rice', priceUSD: '6.50', category: 'food', stockMode: 'free' },
  ],
  sells: 'Jollof rice',
};

/** WooCommerce: an article with variations has a row of its own without a price, and its variations have no group. */
const woocommerce: Export = {
  program: 'WooCommerce',
  file: 'wc-product-export-30-11-2026-1764511925.csv',
  bytes: csv(
    [
      `${BOM}ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,"Is featured?","Visibility in catalog","Short description",Description,"Date sale price starts","Date sale price ends","Tax status","Tax class","In stock?",Stock,"Low stock amount","Backorders allowed?","Sold individually?","Weight (kg)","Length (cm)","Width (cm)","Height (cm)","Allow customer reviews?","Purchase note","Sale price","Regular price",Categories,Tags,"Shipping class",Images,"Download limit","Download expiry days",Parent,"Grouped products",Upsells,Cross-sells,"External URL","Button text",Position,Brands,"Attribute 1 name","Attribute 1 value(s)","Attribute 1 visible","Attribute 1 global"`,
      '11,simple,PL-1,6001000000018,"Palm Lager",1,0,visible,,"Cold, ""local""",,,taxable,,1,48,,0,0,,,,,1,,,2.00,"Drinks > Beer, Specials",,,,,,,,,,,,0,"Palm Co",,,,',
      '12,variable,CJ,,"Cane juice",1,0,visible,,,,,taxable,,1,,,0,0,,,,,1,,,,"Drinks > Spirits",,,,,,,,,,,,0,,Size,"Single, Double",1,1',
      '13,variation,CJ-1,,"Cane juice - Single",1,0,visible,,,,,taxable,parent,1,parent,,0,0,,,,,0,,,1.50,,,,,,,CJ,,,,,,0,,Size,Single,,1',
      '14,variation,CJ-2,,"Cane juice - Double",1,0,visible,,,,,taxable,parent,1,parent,,0,0,,,,,0,,,2.50,,,,,,,CJ,,,,,,0,,Size,Double,,1',
      '15,simple,,,"Pepper soup",-1,0,visible,,,,,taxable,,1,,,0,0,,,,,1,,4.00,5.00,Food,,,,,,,,,,,,0,,,,,',
    ],
    '\n',
  ),
  button: 'Import',
  products: [
    {
      name: 'Palm Lager',
      priceUSD: '2.00',
      category: 'drinks',
      section: 'Beer',
      brand: 'Palm Co',
      barcode: '6001000000018',
      stock: 48,
    },
    {
      name: 'Cane juice - Single',
      priceUSD: '1.50',
      category: 'drinks',
      section: 'Spirits',
      stockMode: 'free',
    },
    {
      name: 'Cane juice - Double',
      priceUSD: '2.50',
      category: 'drinks',
      section: 'Spirits',
      stockMode: 'free',
    },
    { name: 'Pepper soup', priceUSD: '5.00', category: 'food', stockMode: 'free', isAvailable: 0 },
  ],
  sells: 'Cane juice - Single',
};

/** opensourcepos: its template, filled in by hand, with the name of the stock location in a heading. */
const opensourcepos: Export = {
  program: 'opensourcepos',
  file: 'import_items.csv',
  bytes: csv([
    `${BOM}Id,Barcode,"Item Name",Category,"Supplier ID","Cost Price","Unit Price","Tax 1 Name","Tax 1 Percent","Tax 2 Name","Tax 2 Percent","Reorder Level",Description,"Allow Alt Description","Item has Serial Number",Image,HSN,"location_stock","attribute_Size"`,
    ',6001000000018,"Palm Lager",Beer,,0.80,$2.00,,,,,12,"Cold\n33 cl",0,0,,,48,33 cl',
    ',,Plantain,Food,,0.20,$1.00,,,,,,,0,0,,,20,',
    ',,,,,,,,,,,,,,,,,,',
  ]),
  button: 'Import',
  products: [
    {
      name: 'Palm Lager',
      priceUSD: '2.00',
      section: 'Beer',
      barcode: '6001000000018',
      stock: 48,
      description: 'Cold\n33 cl',
    },
    { name: 'Plantain', priceUSD: '1.00', category: 'food', stock: 20 },
  ],
  sells: 'Plantain',
};

/** QuickBooks: services have no quantity. */
const quickbooks: Export = {
  program: 'QuickBooks',
  file: 'ProductServiceList__9130_11_30_2026.xlsx',
  bytes: workbook({
    Sheet1: table(
      [
        ...['Product/Service Name', 'Sales Description', 'SKU', 'Type', 'Sales Price / Rate', 'Taxable'],
        ...['Income Account', 'Purchase Description', 'Purchase Cost', 'Expense Account', 'Quantity On Hand'],
        ...['Reorder Point', 'Inventory Asset Account', 'Quantity as-of Date'],
      ],
      [
        {
          'Product/Service Name': 'Palm Lager',
          'Sales Description': 'Cold',
          Type: 'Inventory',
          'Sales Price / Rate': 2,
          Taxable: 'Yes',
          'Income Account': 'Sales of Product Income',
          'Purchase Cost': 0.8,
          'Quantity On Hand': 48,
          'Quantity as-of Date': '11/30/2026',
        },
        { 'Product/Service Name': 'Corkage', Type: 'Service', 'Sales Price / Rate': 7.5, Taxable: 'No' },
      ],
    ),
  }),
  button: 'Import',
  products: [
    { name: 'Palm Lager', priceUSD: '2.00', stock: 48, description: 'Cold' },
    { name: 'Corkage', priceUSD: '7.50', stockMode: 'free' },
  ],
  sells: 'Corkage',
};

/** Excel in German: semicolons, Windows-1252, points between thousands, and a column that only a person knows. */
const germanCsv: Export = {
  program: 'Excel in German, as CSV',
  file: 'Getränke.csv',
  bytes: Buffer.from(
    [
      'Preisliste Sunset Bar;;;;',
      ';;;;',
      'Artikel;Verkaufspreis LRD;Bestand;Kategorie;Hersteller / Lieferant',
      'Jägermeister;350;12;Spirituosen;Mast',
      'Café au lait;1.250;24;Heißgetränke;',
      '"Rum ""Old""; 70cl";2.500;;Spirituosen;Cape Co',
      ';;;;',
    ].join('\r\n'),
    'latin1',
  ),
  maps: { 'Hersteller / Lieferant': 'Brand' },
  answers: ['Comma'],
  button: 'Import',
  products: [
    {
      name: 'Jägermeister',
      currency: 'LRD',
      priceLRD: '350.00',
      section: 'Spirituosen',
      brand: 'Mast',
      stock: 12,
    },
    { name: 'Café au lait', priceLRD: '1250.00', section: 'Heißgetränke', stock: 24 },
    { name: 'Rum "Old"; 70cl', priceLRD: '2500.00', brand: 'Cape Co' },
  ],
  sells: 'Café au lait',
};

/** Excel in French: the list is on the second sheet, and no price says its currency. */
const frenchWorkbook: Export = {
  program: 'Excel in French, as XLSX',
  file: 'Tarifs été.xlsx',
  bytes: workbook({
    Notes: [['Commander le vendredi'], ['Appeler Musu', '0770 55 12 40']],
    Feuil2: [
      ['Tarifs', null, null],
      [],
      ['Désignation', 'Prix de vente', 'Quantité', 'Catégorie', 'Code-barres'],
      ['Bière Palm', 350, 48, 'Bière', '="6001000000018"'],
      ['Œufs brouillés', 475.5, 10, 'food', 'N/A'],
      ['Thé', '1 250,00', 5, 'drinks', null],
      [null, null, null, null, null],
    ],
  }),
  sheet: 'Feuil2',
  answers: ['Liberian dollars'],
  button: 'Import',
  products: [
    { name: 'Bière Palm', priceLRD: '350.00', section: 'Bière', barcode: '6001000000018', stock: 48 },
    { name: 'Œufs brouillés', priceLRD: '475.50', category: 'food', stock: 10 },
    { name: 'Thé', priceLRD: '1250.00', category: 'drinks', stock: 5 },
  ],
  sells: 'Œufs brouillés',
};

/** Google Sheets: amounts as they are shown, the error of a formula, and boxes that are not ticked up to the end. */
const sheets: Export = {
  program: 'Google Sheets',
  file: 'Bar list - Sheet1.csv',
  bytes: csv([
    'Item,Price,Qty,Type,Barcode,For sale,Supplier phone',
    'Palm Lager,$2.00,48,Drinks,6001000000018,TRUE,0770 55 12 40',
    '"Rice, big plate","L$1,250.00",,Food,,TRUE,',
    'Stout,$2.50,24,Drinks,#N/A,TRUE,',
    'Corkage, $-   ,,,,FALSE,',
    ',,,,,FALSE,',
    ',,,,,,',
  ]),
  maps: { Type: 'Category' },
  button: 'Import 3 of 4',
  products: [
    { name: 'Palm Lager', priceUSD: '2.00', category: 'drinks', barcode: '6001000000018', stock: 48 },
    { name: 'Rice, big plate', currency: 'LRD', priceLRD: '1250.00', category: 'food' },
    { name: 'Corkage', priceUSD: '0.00', isAvailable: 0 },
  ],
  sells: 'Palm Lager',
};

export const EXPORTS: readonly Export[] = [
  square,
  loyverse,
  shopify,
  odoo,
  woocommerce,
  opensourcepos,
  quickbooks,
  germanCsv,
  frenchWorkbook,
  sheets,
];
