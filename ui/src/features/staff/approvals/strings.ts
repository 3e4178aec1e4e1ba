/** Words of the list of approvals. */
const on = (device: string | null): string => (device ? ` on ${device}` : '');

export const approvals = {
  list: 'Approvals',
  loadFailed: 'The approvals could not be loaded',
  none: 'No approvals yet',
  off: 'Bartenders need no approval for anything yet.',
  switchOn: 'Choose the rules in Settings',
  askAdmin: 'An admin chooses the rules in Settings, Approvals.',
  asked: (name: string, device: string | null, at: string) => `${name} asked${on(device)}, ${at}`,
  noted: (note: string) => `Note: ${note}`,
  approvedBy: (name: string) => `Approved by ${name}`,
  refusedBy: (name: string) => `Refused by ${name}`,
  how: {
    own_phone: () => 'on their own phone',
    pin: (device: string | null) => `with PIN${on(device)}`,
    password: (device: string | null) => (device ? `with password on ${device}` : 'with password there'),
  },
  notUsed: 'Not used',
  status: {
    pending: { tone: 'pending', text: 'Waiting' },
    granted: { tone: 'ok', text: 'Approved' },
    used: { tone: 'ok', text: 'Done' },
    refused: { tone: 'error', text: 'Refused' },
    expired: { tone: 'warning', text: 'Nobody answered' },
    cancelled: { tone: 'inactive', text: 'Taken back' },
  },
  olderRows: {
    searching: 'Loading older approvals…',
    older: 'Show older',
    failed: 'The older approvals could not be loaded',
  },
};
