/** Words of what is low in all bars. */
export const words = {
  title: 'Low stock',
  show: 'Show',
  all: 'All',
  out: 'Out',
  low: 'Low',
  none: 'Nothing is low',
};
