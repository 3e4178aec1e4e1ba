/** Words of the frame around the screens. */
export const words = {
  help: 'Help',
  quickTips: 'Quick Tips',
  featureGuide: 'Feature Guide',
  account: (name: string) => `Account: ${name}`,
  adminDashboard: 'Admin Dashboard',
  changePassword: 'Change Password',
  signOut: 'Sign Out',
  light: 'Light theme',
  dark: 'Dark theme',
  navigation: 'Main',
  unreachable: "Can't reach the Barback box",
  notFound: 'Page Not Found',
  notFoundLead: 'There is nothing at this address.',
  toStart: 'Go to the start page',
  loadFailed: 'This page could not be loaded',
};
