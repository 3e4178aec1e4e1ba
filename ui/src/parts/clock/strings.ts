/** Words of the question about the box's date. */
export const words = {
  title: "Is the box's date right?",
  why: 'The date jumped, or the box was off for more than a day. You can keep selling: sales use the date of the box.',
  box: 'The box says',
  last: 'The last record says',
  since: 'Certain until',
  phone: 'This phone says',
  right: 'The date is right',
  checking: 'Confirming...',
  otherwise:
    'If the date is wrong, do not confirm it. Connect the box to the internet for a minute, or set its date as the handbook says. Sales then use the right date automatically.',
  confirmed: 'Date confirmed',
  failed: 'The date was not confirmed',
};
