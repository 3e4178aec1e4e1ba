/** Words of the shifts of all bars. */
import { formatCount } from '../../../lib/format';

export const words = {
  title: 'Shifts',
  show: 'Show',
  all: 'All',
  short: 'Short',
  over: 'Over',
  none: 'No shifts',
  cut: (rows: number) => `Only the newest ${formatCount(rows)} shifts are here. The CSV has all.`,
};
