/** Words of the questions about the bar. */
export const words = {
  failed: 'Failed to save settings',
};

export const start = {
  question: 'Bartenders start at',
  sales: 'Sales',
  till: 'Till',
  saved: (screen: string) => `Bartenders start at ${screen}`,
};
