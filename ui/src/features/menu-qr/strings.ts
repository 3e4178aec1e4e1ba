/** Words of the page with the menu's QR code. */
export const words = {
  title: 'Menu QR code',
  print: 'Print',
  table: 'Table',
  noTable: 'Any table',
  allTables: 'All tables',
  noTables: 'No tables yet',
  tableNumber: (table: number) => `Table ${table}`,
  lead: 'Scan for our menu',
  alt: (table: number | null) =>
    table === null ? 'QR code of the menu' : `QR code of the menu for table ${table}`,
  failed: 'The code could not be loaded',
};
