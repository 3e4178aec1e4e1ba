/** Words of goods that are sold beyond their stock. */
export const words = {
  belowZero: 'The stock goes below zero and is listed under Needs counting.',
};
