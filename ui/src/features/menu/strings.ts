/** Words of the two public menus. */

export const words = {
  title: 'Menu',
  sections: 'Menu sections',
  sectionsOf: (category: string) => `Sections of ${category}`,
  nothing: 'No menu items available',
  soon: 'Menu coming soon...',
  payIn: 'Pay in US dollars, Liberian dollars, or both.',
  dollar: 'US Dollar',
  liberian: 'Liberian Dollar',
  out: 'Out of Stock',
  failed: 'The menu could not be loaded',
};
