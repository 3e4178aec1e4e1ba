/** Words of the shifts of all bars. */
export const words = {
  title: 'Shifts',
  show: 'Show',
  all: 'All',
  short: 'Short',
  over: 'Over',
  none: 'No shifts',
};
