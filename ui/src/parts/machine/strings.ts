/** The network and the software in a few words. */
export const values = {
  own: 'own Wi-Fi',
  ownWith: (phones: number, most: number) => `own Wi-Fi, ${phones} of ${most}`,
  join: (ssid: string) => `on ${ssid}`,
  cable: 'cable',
  tried: 'keep it?',
  ready: (version: string) => `${version} is ready`,
  installing: (percent: number) => `installing, ${percent} %`,
  planned: (version: string) => `${version} after closing`,
  restarting: 'restarting',
  back: (version: string) => `${version} is back`,
};
