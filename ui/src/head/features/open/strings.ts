/** Words of what is open in all bars. */
export const words = {
  title: 'Open',
  show: 'Show',
  all: 'All',
  tab: 'Tabs',
  order: 'Orders',
  none: 'Nothing is open',
};
