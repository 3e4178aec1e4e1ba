/** Words of choosing a customer. */
export const words = {
  name: 'Customer Name',
  phone: 'Phone (optional)',
  nameRequired: 'Customer name is required',
  phoneNeeded: 'Enter a phone number to tell them apart',
  known: 'Known customers',
  noPhone: 'No phone',
  hasTab: (name: string) => `${name} has an open tab. Add to it?`,
  haveTabs: (name: string) => `Several people called ${name} have an open tab. Whose is it?`,
  addToIt: 'Add to it',
  another: 'Another person',
};
