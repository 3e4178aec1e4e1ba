/** Words of goods that are sold beyond their stock. */
export const words = {
  anyway: 'Sell anyway',
  belowZero: 'The stock goes below zero and is listed under Needs counting.',
};
