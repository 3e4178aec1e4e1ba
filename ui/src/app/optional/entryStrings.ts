/** Texts of the entries of the account menu that come a moment after it. */
export const words = {
  tonight: 'Tonight',
  approvals: 'Approvals',
  staff: 'Staff',
  drawer: 'Drawer',
  truthSheet: 'Truth sheet',
  shifts: 'Shifts',
};
