/** Entries of the account menu that come after the first screen is shown: AccountEntries adds them. */
import { createStore } from '../../lib/state/store';
import type { MenuItem } from '../../ui/MenuButton';

export const entriesStore = createStore<readonly MenuItem[]>([]);
