/** Words of the settings of truth sheets. */
export const sheetWords = {
  title: 'Truth sheet',
  note: 'One page a night for the owner: what was sold, kept, owed and left.',
  managers: 'Managers read and issue truth sheets',
  managersOn: 'Managers read truth sheets',
  managersOff: 'Only admins read truth sheets',
  ownerPhone: "Owner's WhatsApp number",
  ownerPhoneHint: 'With the country code. Empty: WhatsApp asks to whom.',
};
