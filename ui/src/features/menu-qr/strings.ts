/** Words of the page with the menu's QR code. */
export const words = {
  title: 'Menu QR code',
  /** The box's receipt printer cannot print posters. */
  print: 'On this device',
  table: 'Table',
  noTable: 'Any table',
  allTables: 'All tables',
  noTables: 'No tables yet',
  lead: 'Scan for our menu',
  alt: (table: string | null) =>
    table === null ? 'QR code of the menu' : `QR code of the menu for ${table}`,
  failed: 'The code could not be loaded',
  localOnly: (url: string) =>
    `The codes lead to ${url}, which only this computer can open. Set an address that phones can reach before you print.`,
  wifi: 'First join our Wi-Fi',
  wifiAlt: (name: string) => `QR code of the Wi-Fi ${name}`,
  network: 'Wi-Fi',
  password: 'Password',
};
