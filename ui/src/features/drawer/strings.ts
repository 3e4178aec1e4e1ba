/** Words of opening the drawer without a sale. */
export const words = {
  title: 'Open Drawer',
  open: 'Open Drawer',
  opening: 'Opening…',
  cancel: 'Cancel',
  opens: 'The drawer opens',
  noted: 'Recorded in the audit log',
  failed: 'The drawer could not be opened',
};
