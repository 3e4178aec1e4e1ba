/** Words of head office in the settings. */
import type { HeadLink } from '../../../api/types';
import { formatCount } from '../../../lib/format';

export const head = {
  title: 'Head office',
  status: 'Head office',
  state: {
    off: 'Not connected',
    unpaired: 'No key',
    ok: 'Up to date',
    behind: 'Sending',
    away: 'No connection',
    refused: 'Refused',
    beside: 'Another box counts',
    damaged: 'Needs attention',
  } satisfies Record<HeadLink['state'], string> as Record<string, string>,
  off: 'Head office shows the owner all bars on one page. This box sells on without it.',
  noKey: 'This box was restored, so it needs a new code. At head office: “Replace the box”.',
  address: 'Address',
  addressHint: 'Such as https://head.example:8444',
  code: 'Code',
  codeHint: 'Head office makes it. It counts once, for 15 minutes.',
  connect: 'Connect',
  connecting: 'Connecting...',
  connected: (name: string) => `Connected to ${name}`,
  connectFailed: 'Failed to connect',
  addressMissing: 'Address is required',
  codeMissing: 'Code is required',
  since: 'Connected',
  sinceBy: (when: string, who: string) => `${when} by ${who}`,
  sent: 'Sent',
  sentOf: (sent: number, all: number) => `${formatCount(sent)} of ${formatCount(all)} entries`,
  nextTry: 'Next try',
  tryNow: 'Try now',
  trying: 'Trying now',
  tryFailed: 'Failed to try now',
  saveFile: 'Save a file',
  saving: 'Saving...',
  saveFailed: 'Failed to save a file',
  loadFile: 'Load a file',
  loading: 'Loading...',
  loaded: 'File loaded',
  received: (count: number) =>
    count === 1 ? '1 change of head office' : `${formatCount(count)} changes of head office`,
  loadFailed: 'Failed to load the file',
  files:
    'Without internet: bring the saved file to head office, and load the file that it makes for this box.',
  end: 'Disconnect',
  question: (name: string) => `Disconnect from ${name}?`,
  questionDetail:
    'Head office keeps what it has. Products and people that it set are yours to change. Connecting again takes a new code.',
  ended: 'Disconnected from head office',
  endFailed: 'Failed to disconnect',
  tryAgain: 'Please try again',
};

export const agreement = {
  title: 'What head office may do',
  addressHint: 'Change it when head office has moved. The connection stays the same.',
  rate: 'When head office suggests a rate',
  ask: 'Admins decide',
  apply: 'It counts at its time',
};
