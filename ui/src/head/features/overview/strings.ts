/** Words of the overview. */
export const words = {
  title: 'All bars',
  byBar: 'By bar',
  thisPeriod: {
    tonight: 'Tonight',
    yesterday: 'Yesterday',
    week: 'This week',
    month: 'This month',
    year: 'This year',
  },
  dates: 'These dates',
  last: { week: 'Last week', month: 'Last month', year: 'Last year' },
  none: 'No bars yet',
  add: 'Add a bar',
  without: (bars: string) => `No figures yet: ${bars}`,
  compared: (revenue: string, than: string, before: string) => `${revenue}, ${than.toLowerCase()} ${before}`,
  /** `20 Nov 2026 – 21 Nov 2026 · 10:12 PM` */
  range: (from: string, to: string) => (from === to ? from : `${from} – ${to}`),
};
