/** Words of the question whether a tab may go beyond its limit. */
export const words = {
  title: 'Over limit',
  anyway: 'Put on tab anyway',
  ask: 'Ask a manager',
  denied: 'Only a manager may put more on this tab.',
  close: 'Close',
};
