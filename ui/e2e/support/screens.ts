/** Every screen by its address. */
import type { Page } from 'playwright-core';
import { openScreen } from './views';

const ADMIN = [
  '/admin',
  '/admin?show=users',
  '/inventory',
  '/prices',
  '/import',
  '/price-assistant',
  '/qr',
  '/bartender',
  '/sales',
  '/credit',
  '/customer-tab',
  '/table-service',
  '/bills',
  '/receipts',
  '/reports',
  '/exchange-rate',
  '/audit',
  '/staff',
  '/staff/exceptions',
  '/staff/devices',
  '/staff/hours',
  '/staff/tips',
  '/truth',
  '/shifts',
  '/shifts/Z-000001',
  '/settings',
];
const BARTENDER = ['/bartender', '/bartender-dashboard', '/me', '/drawer'];

/** Pages without a sign-in. */
export const SIGNED_OUT = ['/login', '/join', '/enrol', '/trust'];

/** The addresses that a person opens. The settings list theirs. */
export async function screensOf(page: Page, who: 'admin' | 'bartender'): Promise<string[]> {
  if (who === 'bartender') return BARTENDER;
  await openScreen(page, '/settings');
  const pages = page.getByRole('navigation', { name: 'Pages of the settings' }).getByRole('link');
  const links = await pages.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  return [...ADMIN, ...links];
}
