/** Coming changes of tax, in words. */
import type { TaxChange } from '../../api/types';
import { formatDate } from '../../lib/format';
import { changes as words } from './strings';

/** `GST 13 % becomes VAT 18 %`, with a comma between several changes of one day. */
function whatChanges({ mode, classes }: TaxChange): string {
  const labels = classes.map(({ name, before, after }) =>
    words.becomes(before ?? words.untaxed(name), after ?? words.untaxed(name)),
  );
  const modes = mode ? [words.mode(words.modes[mode.before], words.modes[mode.after])] : [];
  return [...modes, ...new Set(labels)].join(', ');
}

/** `On 1 Jan 2027 GST 13 % becomes VAT 18 %.` */
export const changeText = (change: TaxChange): string =>
  words.on(formatDate(change.from), whatChanges(change));
