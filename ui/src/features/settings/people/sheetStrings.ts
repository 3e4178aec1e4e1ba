/** Words of the settings of truth sheets. */
export const sheetWords = {
  title: 'Truth sheet',
  note: 'One page a night for the owner: what was sold, kept, owed and left.',
  ownerPhone: "Owner's WhatsApp number",
  ownerPhoneHint: 'With the country code. Empty: WhatsApp asks to whom.',
};
