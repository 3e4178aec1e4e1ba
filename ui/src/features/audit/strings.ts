/** Words of the audit log. */
export const words = {
  title: 'Audit Log',
  filters: 'Filters',
  search: 'Search …',
  from: 'From',
  to: 'To',
  rangeWrong: 'The first day must not be after the last',
  showAll: 'Clear filters',
  user: 'User',
  everybody: 'Everybody',
  kind: 'What',
  everything: 'Everything',
  loadFailed: 'The audit log could not be loaded',
  none: 'Nothing has been recorded',
  further: {
    searching: 'Searching older entries…',
    older: 'Show older',
    failed: 'The audit log could not be loaded',
  },
  end: 'End of the log',
};
