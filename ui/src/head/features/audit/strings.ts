/** Words of head office's audit log. */
export const words = {
  title: 'Audit Log',
  none: 'Nothing has been recorded',
  loadFailed: 'The audit log could not be loaded',
  end: 'End of the log',
};
