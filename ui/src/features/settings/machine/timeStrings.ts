/** Words of the page of the box's time. */
export const time = {
  set: 'Set the clock',
  box: 'The box says',
  phone: 'This phone says',
  businessDay: 'Business day',
  known: 'The box gets the time from the internet or from a clock chip. No phone needs to set it.',
  zone: 'Time Zone',
  zonePlace: 'on the page Business day',
  loadFailed: "The box's time could not be loaded",
};
