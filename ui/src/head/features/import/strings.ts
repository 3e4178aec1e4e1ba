/** Words of loading files of parcels. */
import { formatCount } from '../../../lib/format';

const entries = (count: number) => `${formatCount(count)} ${count === 1 ? 'parcel' : 'parcels'}`;

export const words = {
  title: 'Load a file',
  lead: 'For a bar without internet: save a file at its box (Settings, Head office) and load it here. The order of several files does not matter.',
  field: 'Files of a box',
  submit: 'Load',
  missing: 'Please choose a file',
  sending: (at: number, of: number) => (of === 1 ? 'Loading…' : `Loading ${at} of ${of}…`),
  failed: 'The file could not be loaded',
  loaded: 'Loaded',
  of: (bar: string, stored: number) => `${bar}: ${entries(stored)} taken`,
  known: (count: number) => `${entries(count)} known before`,
  waiting: (count: number) => `${entries(count)} waiting for what is missing`,
  missingEntries: (from: number, to: number) =>
    from === to
      ? `Entry ${formatCount(from)} missing`
      : `Entries ${formatCount(from)} to ${formatCount(to)} missing`,
  position: (seq: number) => `Everything up to entry ${formatCount(seq)} is here`,
};
