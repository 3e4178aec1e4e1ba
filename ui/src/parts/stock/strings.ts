/** Words of goods that are sold beyond their stock. */
export const words = {
  /** As on the tiles, whose words are not loaded with a form. */
  anyway: 'Sell anyway',
  belowZero: 'The stock goes below zero and is listed under Needs counting.',
};
