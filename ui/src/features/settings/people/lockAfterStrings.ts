/** Words of the setting for the screens of enrolled devices. */
export const lockAfter = {
  label: 'Ask for a PIN after',
  hint: 'On an enrolled device that nobody touches. A device can have a time of its own.',
  time: (seconds: number) =>
    seconds < 120 || seconds % 60 !== 0 ? `${seconds} seconds` : `${seconds / 60} minutes`,
  saved: (time: string) => `Devices ask for a PIN after ${time}`,
};
