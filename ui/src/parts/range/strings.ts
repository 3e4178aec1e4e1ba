/** Words of choosing the dates of a report. */
export const words = {
  range: 'Period',
  presets: 'Dates',
  from: 'From',
  to: 'to',
  toLabel: 'To',
  rangeWrong: 'The first day must not be after the last',
  rangeMissing: 'Please choose both days',
};
