/** Words of the setting for the screens of enrolled devices. */
export const lockAfter = {
  title: 'Enrolled devices',
  note: 'Staff, Devices: enrol a tablet, and staff sign in on it with a PIN.',
  label: 'Lock after (seconds)',
  hint: 'Without a touch, 15 to 900. A device can have a time of its own.',
};
