/** Texts of the entries of the account menu for managers. */
export const words = {
  approvals: 'Approvals',
  staff: 'Staff',
  truthSheet: 'Truth sheet',
  shifts: 'Shifts',
};
