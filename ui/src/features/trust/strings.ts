/** Words of the page on installing the certificate. */
export const words = {
  title: 'Trust this box',
  lead: 'With this certificate on your phone, everything you type is encrypted on its way to the box. It is for staff phones; guests do not need it.',
  off: 'Secure pages are off on this box. Everything works without them.',
  failed: 'This page could not be loaded',
  compareTitle: '1. Compare',
  compare:
    'Your phone shows a SHA-256 fingerprint when it installs the certificate. It must be this one. The paper slip from the box says the same.',
  installTitle: '2. Install',
  download: 'Download certificate',
  iosTitle: 'iPhone and iPad',
  ios: [
    'Open this page in Safari, tap Download certificate, then Allow.',
    'Open Settings, tap Profile Downloaded, then Install.',
    'In Settings, General, About, Certificate Trust Settings, switch the Barback certificate on.',
  ],
  androidTitle: 'Android',
  android: [
    'Tap Download certificate.',
    'Open Settings and search for “CA certificate”. Tap it, then Install anyway.',
    'Choose barback-ca.crt from Downloads.',
  ],
  openTitle: '3. Open the box',
  open: 'Open the secure page',
  limits:
    'The certificate is valid only for .local names and addresses of the bar’s own network. It cannot vouch for any site on the internet.',
};
