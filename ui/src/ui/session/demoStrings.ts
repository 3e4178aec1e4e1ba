/** Words of a demo. A file of its own, because the sign-in page must stay small. */
export const demo = {
  mark: 'DEMO',
  hint: 'Try it with one of these accounts',
};
