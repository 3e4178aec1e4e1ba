/** Words of the question about coins. */
export const words = {
  question: 'Do you give L$5 and L$10 coins?',
  yes: 'Yes',
  no: 'No',
  saved: 'Coins saved',
  rounded: (step: string) => `Change in Liberian dollars is rounded to ${step}`,
};
